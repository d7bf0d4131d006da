import { createHash } from 'node:crypto';

/**
 * The script of landing pages, <script src="…/t.js" async></script>. Sends page events and conversions of the visitor's
 * click, unless the visitor has Do Not Track or Global Privacy Control. Calls made before it loads are queued in
 * `poklik.q` by the snippet of the guide. `convert` is an alias of `conversion` from an earlier guide.
 *
 * The click comes from the page's URL (`data-param`, the pass in `pk`), from the page's own storage, or is asked for at
 * `/v` (`data-campaign`, `data-lander`). Links of the tracker and to `data-domains` take the pass along, also those that
 * are added later. `data-consent="required"` stores and sends nothing before `poklik.consent(true)`, and `false` clears
 * all; `cookieless` keeps the pass in addresses only. Cookies of traffic sources are sent with the click, again after
 * three seconds because their scripts load late, and never after `poklik.consent(false)`.
 */
export const LANDING_SCRIPT = `(function(){
"use strict";
var script=document.currentScript,set=(script&&script.dataset)||{},here=location,base=new URL(script?script.src:here.href).origin;
var off=navigator.globalPrivacyControl===true||navigator.doNotTrack==="1"||window.doNotTrack==="1";
var cookieless=set.consent==="cookieless",slot="poklik_click",life=31536e6;
var id="",pass="",tag="",told="",agreed=param("consent"),held=[],shown=place(),watching;
var WAITING=0,ASKING=1,READY=2,OVER=3,state=WAITING;
var domains=(set.domains||"").toLowerCase().split(/[ ,]+/).filter(Boolean);
if(/^(denied|0|false|no)$/i.test(agreed))agreed="denied";
function param(name){return new URLSearchParams(here.search).get(name)||"";}
function place(){return here.pathname+bare(here.search);}
function bare(search){return search.replace(/([?&])pk=[^&]*&?/,"$1").replace(/[?&]$/,"");}
function withPass(search){var rest=bare(search);return pass?(rest?rest+"&":"?")+"pk="+pass:rest;}
function start(){
if(state===ASKING||state===READY)return;
if(off){state=OVER;return flush();}
if(document.prerendering)return document.addEventListener("prerenderingchange",start,{once:true});
state=ASKING;
id=param(set.param||"click_id");
var sent=id;
pass=param("pk");
if(!id&&pass)id=pass.split(".")[1]||"";
try{
var kept=cookieless?null:JSON.parse(localStorage.getItem(slot)||"null");
if(kept&&Date.now()-kept.at<life){
if(!id){id=String(kept.id);pass=kept.pass||"";}
if(id===kept.id){pass=pass||kept.pass||"";tag=kept.tag||"";}
}
}catch(e){}
if(!set.campaign||!window.fetch||(sent&&!param("pk")))return begin();
fetch(base+"/v",{method:"POST",keepalive:true,body:new URLSearchParams({k:set.campaign,l:set.lander||"",q:here.search,p:here.pathname,r:document.referrer,c:id,pass:pass,tag:tag,consent:cookieless?"cookieless":agreed})}).then(function(answer){
return answer.status===200?answer.json():null;
}).then(function(visit){
if(visit&&state===ASKING){id=visit.click_id;pass=visit.pass;tag=visit.tag;}
}).catch(function(){}).then(begin);
}
function begin(){
if(state!==ASKING)return;
state=READY;
if(cookieless)address();
else if(id)try{localStorage.setItem(slot,JSON.stringify({id:id,at:Date.now(),pass:pass,tag:tag}));}catch(e){}
if(pass)marks(document);
watch();
event("page_view");
ids();
setTimeout(ids,3e3);
flush();
}
function forget(){
id=pass=tag=told="";
state=OVER;
held=[];
try{localStorage.removeItem(slot);}catch(e){}
address();
marks(document);
}
function address(){
var search=withPass(here.search);
if(search!==here.search)history.replaceState(history.state,"",here.pathname+search+here.hash);
}
function mark(link){
if(!/^https?:$/.test(link.protocol)||link.search===undefined)return;
var host=link.hostname,mine=(link.origin===base&&/^\\/o(\\/|$)/.test(link.pathname))||(cookieless&&link.host===here.host);
mine=mine||domains.some(function(name){return host===name||host.slice(-name.length-1)==="."+name;});
var search=mine?withPass(link.search):link.search;
if(search!==link.search)link.search=search;
}
function marks(root){if(root.querySelectorAll)[].forEach.call(root.querySelectorAll("a[href],area[href]"),mark);}
function watch(){
if(watching||!pass||!window.MutationObserver)return;
watching=new MutationObserver(function(changes){
if(pass)changes.forEach(function(change){
if(change.type==="attributes")mark(change.target);
else change.addedNodes.forEach(function(node){if(node.href)mark(node);marks(node);});
});
});
watching.observe(document.documentElement,{childList:true,subtree:true,attributes:true,attributeFilter:["href"]});
}
function event(name,value){
if(off||state===OVER)return false;
if(state!==READY)return held.push(["event",name,value])>0;
if(!(id||set.campaign))return false;
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
if(off||!id||state!==READY)return;
var body=new URLSearchParams();
if(agreed)body.set("consent",agreed);
if(agreed!=="denied"&&!cookieless)["fbp","fbc","ttp"].forEach(function(name){
var found=("; "+document.cookie).split("; _"+name+"=")[1];
if(found)body.set(name,found.split(";")[0]);
});
if(String(body)===told)return;
told=String(body);
body.set("c",id);
send("/e","/e",body);
}
function conversion(what){
if(off||state===OVER)return false;
if(state!==READY)return held.push(["conversion",what])>0;
if(!id)return false;
var body=new URLSearchParams(what||{});
body.set("cid",id);
ids();
return send("/p","/p.gif",body);
}
function page(){return event("page_view");}
function moved(){
if(place()===shown)return;
shown=place();
if(cookieless&&state===READY)address();
if(state===READY)page();
}
function run(call){
var command=api[call[0]];
if(typeof command==="function")command.apply(null,[].slice.call(call,1));
}
function flush(){held.splice(0).forEach(run);}
var api=window.poklik||{},waiting=api.q;
api.event=event;
api.page=page;
api.conversion=api.convert=conversion;
api.consent=function(given){
agreed=given===false?"denied":"granted";
if(set.consent!=="required")return ids();
if(given!==false&&state!==READY)return start();
ids();
if(given===false)forget();
};
api.clickId=function(){return id;};
api.ready=function(then){if(off||state===READY||state===OVER)then(id);else held.push(["ready",then]);};
api.q={push:run};
window.poklik=api;
["pushState","replaceState"].forEach(function(name){
var own=history[name];
history[name]=function(){var result=own.apply(this,arguments);if(name==="pushState")moved();else shown=place();return result;};
});
addEventListener("popstate",moved);
if(set.consent!=="required")start();
if(Array.isArray(waiting))waiting.forEach(run);
})();
`;

export const LANDING_SCRIPT_TAG = `"${createHash('sha256').update(LANDING_SCRIPT).digest('base64url').slice(0, 22)}"`;
