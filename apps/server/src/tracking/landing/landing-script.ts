import { createHash } from 'node:crypto';

/**
 * The script of landing pages, <script src="…/t.js" async></script>. Stores the click ID of the page's URL in the
 * page's own storage and sends page events and conversions, unless the visitor has Do Not Track. Calls made before it
 * loads are queued in `poklik.q` by the snippet of the guide. `convert` is an alias of `conversion` from an earlier
 * guide. `data-param` names the click ID parameter (click_id), `data-campaign` the campaign key for visitors without a
 * click. Cookies of traffic sources are sent with the click, again after three seconds because their scripts load late,
 * and never after `poklik.consent(false)`.
 */
export const LANDING_SCRIPT = `(function(){
"use strict";
var script=document.currentScript,set=(script&&script.dataset)||{},base=new URL(script?script.src:location.href).origin;
var off=navigator.globalPrivacyControl===true||navigator.doNotTrack==="1"||window.doNotTrack==="1";
var slot="poklik_click",life=31536e6,id="",told="",agreed=new URLSearchParams(location.search).get("consent")||"";
if(/^(denied|0|false|no)$/i.test(agreed))agreed="denied";
function keep(){
if(off)return;
id=new URLSearchParams(location.search).get(set.param||"click_id")||"";
try{
if(id)localStorage.setItem(slot,JSON.stringify({id:id,at:Date.now()}));
else{var kept=JSON.parse(localStorage.getItem(slot)||"null");if(kept&&Date.now()-kept.at<life)id=String(kept.id);}
}catch(e){}
}
function event(name,value){
if(off||!(id||set.campaign))return false;
var body=new URLSearchParams({n:String(name)});
if(value!==undefined&&value!==null)body.set("v",String(value));
if(id)body.set("c",id);
if(set.campaign)body.set("k",set.campaign);
return send("/e","/e",body);
}
function send(path,image,body){
if(navigator.sendBeacon&&navigator.sendBeacon(base+path,body))return true;
new Image().src=base+image+"?"+body;
return true;
}
function ids(){
if(off||!id)return;
var body=new URLSearchParams();
if(agreed)body.set("consent",agreed);
if(agreed!=="denied")["fbp","fbc","ttp"].forEach(function(name){
var found=("; "+document.cookie).split("; _"+name+"=")[1];
if(found)body.set(name,found.split(";")[0]);
});
if(String(body)===told)return;
told=String(body);
body.set("c",id);
send("/e","/e",body);
}
function conversion(what){
if(off||!id)return false;
var body=new URLSearchParams(what||{});
body.set("cid",id);
ids();
return send("/p","/p.gif",body);
}
function run(call){
var command=api[call[0]];
if(typeof command==="function")command.apply(null,[].slice.call(call,1));
}
var api=window.poklik||{},waiting=api.q;
api.event=event;
api.conversion=api.convert=conversion;
api.consent=function(given){agreed=given===false?"denied":"granted";ids();};
api.clickId=function(){return id;};
api.ready=function(then){then(id);};
api.q={push:run};
window.poklik=api;
keep();
event("page_view");
ids();
setTimeout(ids,3e3);
if(Array.isArray(waiting))waiting.forEach(run);
})();
`;

export const LANDING_SCRIPT_TAG = `"${createHash('sha256').update(LANDING_SCRIPT).digest('base64url').slice(0, 22)}"`;
