import { createHash } from 'node:crypto';

/**
 * What a landing page includes as <script src="…/t.js" async></script>. It keeps the click id of the page's own address
 * in the page's own storage and tells what happens on the page, conversions among it; who asks not to be followed is not.
 * Calls made before it has loaded are kept in `poklik.q` by the lines that the guide puts before it, and done then.
 * `convert` is another name of `conversion`, because an earlier guide taught it.
 * `data-param` names the parameter with the click id (click_id), `data-campaign` the campaign's key for visitors without one.
 */
export const LANDING_SCRIPT = `(function(){
"use strict";
var script=document.currentScript,set=(script&&script.dataset)||{},base=new URL(script?script.src:location.href).origin;
var off=navigator.globalPrivacyControl===true||navigator.doNotTrack==="1"||window.doNotTrack==="1";
var slot="poklik_click",life=31536e6,id="";
function keep(){
if(off)return;
id=new URLSearchParams(location.search).get(set.param||"click_id")||"";
try{
if(id)localStorage.setItem(slot,JSON.stringify({id:id,at:Date.now()}));
else{var kept=JSON.parse(localStorage.getItem(slot)||"null");if(kept&&Date.now()-kept.at<life)id=String(kept.id);}
}catch(e){}
}
function event(name){
if(off||!(id||set.campaign))return false;
var body=new URLSearchParams({n:String(name)});
if(id)body.set("c",id);
if(set.campaign)body.set("k",set.campaign);
if(navigator.sendBeacon&&navigator.sendBeacon(base+"/e",body))return true;
new Image().src=base+"/e?"+body;
return true;
}
function conversion(what){
if(off||!id)return false;
var body=new URLSearchParams(what||{});
body.set("cid",id);
if(navigator.sendBeacon&&navigator.sendBeacon(base+"/p",body))return true;
new Image().src=base+"/p.gif?"+body;
return true;
}
function run(call){
var command=api[call[0]];
if(typeof command==="function")command.apply(null,[].slice.call(call,1));
}
var api=window.poklik||{},waiting=api.q;
api.event=event;
api.conversion=api.convert=conversion;
api.clickId=function(){return id;};
api.ready=function(then){then(id);};
api.q={push:run};
window.poklik=api;
keep();
event("page_view");
if(Array.isArray(waiting))waiting.forEach(run);
})();
`;

export const LANDING_SCRIPT_TAG = `"${createHash('sha256').update(LANDING_SCRIPT).digest('base64url').slice(0, 22)}"`;
