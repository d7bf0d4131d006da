-- A thousand different clicks: rotating addresses, browsers, referrers, languages and parameters. PATHS and HOSTS are lists between commas.
local agents = {
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
}
local referrers = { "https://www.google.com/", "https://news.example.com/a", "https://t.co/x", "https://www.facebook.com/" }
local languages = { "en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "uk-UA,uk;q=0.9,en;q=0.5", "fr", "pt-BR,pt;q=0.9" }
local prepared, turn = {}, 0

function init()
  local paths = {}
  for path in string.gmatch(os.getenv("PATHS") or "/", "[^,]+") do paths[#paths + 1] = path end
  local hosts = {}
  for host in string.gmatch(os.getenv("HOSTS") or "", "[^,]+") do hosts[#hosts + 1] = host end
  math.randomseed(7)
  for k = 1, 1000 do
    local address = math.random(11, 99) .. "." .. math.random(1, 250) .. "." .. math.random(1, 250) .. "." .. math.random(1, 250)
    prepared[k] = wrk.format("GET", paths[k % #paths + 1] .. "?sub1=banner" .. k .. "&sub2=site&gclid=abc" .. k, {
      ["Host"] = hosts[k % math.max(#hosts, 1) + 1],
      ["User-Agent"] = agents[k % #agents + 1],
      ["Referer"] = referrers[k % #referrers + 1],
      ["Accept-Language"] = languages[k % #languages + 1],
      ["X-Forwarded-For"] = address,
      ["Accept"] = "text/html",
    })
  end
end

function request()
  turn = turn % 1000 + 1
  return prepared[turn]
end
