# A cache for what visitors read, between the proxy that speaks TLS and the portal. Varnish 7. Answers say themselves how long they are
# kept: `s-maxage` is one second. The portal's EVENHAND_TRUSTED_PROXIES names Varnish and the proxy.
vcl 4.1;

backend evenhand {
    .host = "127.0.0.1";
    .port = "8080";
    # As long as nginx: an import has 15 minutes, and Varnish would give up after one.
    .first_byte_timeout = 16m;
}

sub vcl_recv {
    unset req.http.X-Second-Round;
    # Whoever has a cookie or a token passes the cache by: what they read is theirs.
    if (req.http.Cookie || req.http.Authorization) {
        return (pass);
    }
    if (req.restarts == 0) {
        # One second more than s-maxage, while Varnish asks again.
        set req.grace = 1s;
    } else {
        # The portal has just failed. What was shown last will do; without it, the portal says itself what is wrong.
        set req.grace = 1h;
        set req.http.X-Second-Round = "yes";
    }
}

sub vcl_backend_response {
    if (beresp.status >= 500 && bereq.method == "GET" && !bereq.uncacheable) {
        # Without this, the failure would take the place of what is kept.
        if (bereq.is_bgfetch || !bereq.http.X-Second-Round) {
            return (abandon);
        }
        set beresp.ttl = 0s;
        set beresp.uncacheable = true;
        return (deliver);
    }
    if (beresp.http.Cache-Control ~ "s-maxage") {
        set beresp.grace = 1h;
    }
}

sub vcl_backend_error {
    if (bereq.method == "GET" && !bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Second-Round)) {
        return (abandon);
    }
}

sub vcl_synth {
    if (resp.status == 503 && req.restarts == 0 && req.method ~ "^(GET|HEAD)$" && !req.http.Cookie && !req.http.Authorization) {
        return (restart);
    }
}
