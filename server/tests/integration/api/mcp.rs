//! `evenhand mcp`, as an agent's program runs it: the protocol over pipes, the portal over HTTP.

use crate::prelude::*;
use std::net::SocketAddr;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A running server of the protocol, and what its client has asked so far.
struct Agent {
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
    asked: i64,
}

impl Agent {
    /// An agent of somebody at this portal, after the greeting.
    async fn of(name: &str, address: SocketAddr) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_evenhand"))
            .arg("mcp")
            .env_remove("DATABASE_URL")
            .env("EVENHAND_URL", format!("http://{address}"))
            .env("EVENHAND_TOKEN", token(name))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut agent = Self { child, to, from: BufReader::new(from).lines(), asked: 0 };
        let client = json!({ "name": "test", "version": "1" });
        let greeting = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let greeted = agent.ask("initialize", greeting).await;
        assert_eq!(greeted["result"]["serverInfo"]["name"], "evenhand", "{greeted}");
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        agent
    }

    async fn send(&mut self, message: &Value) {
        self.to.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params })).await;
        loop {
            let line = self.from.next_line().await.unwrap().unwrap();
            let said: Value = serde_json::from_str(&line).unwrap();
            if said["id"] == self.asked {
                return said;
            }
        }
    }

    /// What a tool says, and whether it is an error.
    async fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let said = self.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let text = said["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{said}"));
        (text.to_owned(), said["result"]["isError"] == true)
    }
}

async fn demo(pool: &PgPool) -> (World, Site, SocketAddr) {
    let demo = Event::new("demo").judging().judge("ada").organizer("olga").team("Lights", &["pia"]);
    let world =
        demo.project("Lamp", "Lights").draft("Fog", "Lights").assign("ada", "Lamp").create(pool).await;
    let site = Site::new(pool).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = web::routes::router(site.state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    (world, site, address)
}

#[database_test(demo(&pool))]
async fn an_agent_reads_what_its_person_may_and_nothing_else(world: World, _: Site, address: SocketAddr) {
    let mut ada = Agent::of("ada", address).await;
    let tools = ada.ask("tools/list", json!({})).await["result"]["tools"].clone();
    let tools = tools.as_array().unwrap();
    let writes: Vec<_> = tools.iter().filter(|tool| tool["annotations"]["readOnlyHint"] != true).collect();
    let writes: Vec<_> = writes.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    // Reading a log is a row of the log.
    assert_eq!(writes, ["what_changed", "propose"]);
    // Every tool is asked once with what its schema says, so that none names a route that is gone.
    let (lamp, fog) = (world.project("Lamp").await, world.project("Fog").await);
    for tool in tools.iter().filter(|tool| tool["annotations"]["readOnlyHint"] == true) {
        let needed = tool["inputSchema"]["required"].as_array().unwrap().iter().map(|name| {
            match name.as_str().unwrap() {
                "event" => ("event".to_owned(), json!("demo")),
                name => (name.to_owned(), json!(lamp)),
            }
        });
        let name = tool["name"].as_str().unwrap();
        let (said, failed) = ada.call(name, needed.collect::<serde_json::Map<_, _>>().into()).await;
        // A judge reads no feedback to a team, and no results before they are out.
        let refused = ["read_feedback", "read_results"].contains(&name);
        assert_eq!(failed, refused, "{name}: {said}");
        assert!(failed || serde_json::from_str::<Value>(&said).is_ok(), "{name}: {said}");
    }
    assert!(ada.call("my_assignments", json!({ "limit": 1 })).await.0.contains("Lamp"));
    for (tool, sent, wanted) in [
        ("read_project", json!({ "project": fog }), "404"),
        ("read_project", json!({}), "Give project."),
        ("read_event", json!({ "event": "../me" }), "404"),
        ("read_event", json!({ "event": ".." }), "Give event as a text."),
        ("list_projects", json!({ "event": "demo", "limt": 1 }), "This tool takes no limt."),
        ("what_changed", json!({ "event": "demo", "since": "yesterday" }), "Give since as a whole number."),
        ("what_changed", json!({ "event": "demo" }), "403"),
    ] {
        let (said, failed) = ada.call(tool, sent).await;
        assert!(failed && said.starts_with(wanted), "{tool}: {said}");
    }
    let mut olga = Agent::of("olga", address).await;
    // Each reading is a row that the next one finds.
    for wanted in [false, true] {
        let (log, failed) = olga.call("what_changed", json!({ "event": "demo", "since": 0 })).await;
        assert!(!failed && !log.contains("row_hash") && (log.contains("export.csv") || !wanted), "{log}");
    }
    for since in [json!(99), json!("99")] {
        assert_eq!(olga.call("what_changed", json!({ "event": "demo", "since": since })).await.0, "[]");
    }
    let mut bad = Command::new(env!("CARGO_BIN_EXE_evenhand"));
    let bad =
        bad.arg("mcp").env_remove("DATABASE_URL").env("EVENHAND_TOKEN", "two words").stdin(Stdio::null());
    let refused = bad.output().await.unwrap();
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && why.contains("EVENHAND_TOKEN"), "what can be no token: {why}");
    let mut nobody = Agent::of("nobody", address).await;
    assert!(nobody.call("list_events", json!({})).await.0.starts_with("401"), "a bad token");
    // The end of its input ends it.
    let Agent { mut child, to, .. } = nobody;
    drop(to);
    assert!(child.wait().await.unwrap().success());
}

#[database_test(demo(&pool))]
async fn an_agent_proposes_and_its_person_confirms(world: World, site: Site, address: SocketAddr) {
    let mut ada = Agent::of("ada", address).await;
    let path = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let mut sent = json!({ "method": "POST", "path": path, "body": { "body": "Bright." }, "via": "hand" });
    let own_word = ada.call("propose", sent.clone()).await;
    assert_eq!(
        own_word,
        ("This tool takes no via.".to_owned(), true),
        "by what way is not the agent's to say"
    );
    sent.as_object_mut().unwrap().remove("via");
    let (said, failed) = ada.call("propose", sent).await;
    assert!(!failed && said.contains("/me/proposals"), "{said}");
    assert_eq!(site.api("").get(&path).await.json(), json!([]));
    let id: i64 = world.one("select id from proposal where event_id = $1 and via = 'mcp'").await;
    assert_eq!(site.browser("ada").submit(&format!("/me/proposals/{id}/confirm"), &[]).await.status, 303);
    assert_eq!(site.api("").get(&path).await.json()[0]["body"], "Bright.");
    assert!(ada.call("my_proposals", json!({})).await.0.contains("\"status\":201"));
    let (said, failed) = ada.call("propose", json!({ "method": "POST", "path": "/api/verify" })).await;
    assert!(failed && said.starts_with("400"), "{said}");
    // A key that is none would leave the same to be made twice.
    let keyed = json!({ "method": "POST", "path": path, "body": { "body": "Dim." }, "key": ["k-0"] });
    assert_eq!(ada.call("propose", keyed).await, ("Give key as a text.".to_owned(), true));
    for key in ["k\n0", "clé"] {
        let keyed = json!({ "method": "POST", "path": path, "body": { "body": "Dim." }, "key": key });
        let said = ada.call("propose", keyed).await;
        assert_eq!(said, ("Give key as plain letters and digits.".to_owned(), true), "{key}");
    }
    // After a lost answer the same is sent again.
    let sent = json!({ "method": "POST", "path": path, "body": { "body": "Brighter." }, "key": "k-1" });
    let (first, again) = (ada.call("propose", sent.clone()).await, ada.call("propose", sent).await);
    assert!(!first.1 && first == again, "{first:?} {again:?}");
    let made = "select count(*) from proposal where event_id = $1 and confirmed_at is null";
    assert_eq!(world.one::<i64>(made).await, 1);
}
