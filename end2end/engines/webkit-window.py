#!/usr/bin/python3
"""A bare window of Debian's WebKit for WebKitWebDriver: as narrow as a phone, and it prints to a file without a dialogue.

The driver has no command to print and does not tell what went wrong in a page. So each page gets a way to this program: it tells of
its errors, which go to a file, and asks for being printed.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  (the versions are to be named first)

WIDTH, HEIGHT = 390, 844
FOLDER = os.environ["EVENHAND_ENGINE"]

# Runs in every page before its own scripts.
LISTEN = """
const say = (words) => webkit.messageHandlers.evenhand.postMessage(words);
addEventListener("error", (event) => say(`error: ${event.message ?? `not loaded: ${event.target.src ?? event.target.href}`}`), true);
addEventListener("unhandledrejection", (event) => say(`unhandled: ${event.reason}`));
addEventListener("securitypolicyviolation", (event) => say(`refused by the policy: ${event.effectiveDirective} ${event.blockedURI}`));
const { error } = console;
console.error = (...words) => {
  say(`console: ${words.join(" ")}`);
  error.apply(console, words);
};
"""


def print_to_file(view):
    """Prints on A4, with the margins that a person finds in the dialogue. The file gets its name when all of it is there."""
    printed = os.path.join(FOLDER, "printed.pdf")
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set("output-uri", "file://" + printed + ".part")
    settings.set("output-file-format", "pdf")
    paper = Gtk.PageSetup()
    paper.set_paper_size_and_default_margins(Gtk.PaperSize.new("iso_a4"))
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.set_page_setup(paper)
    operation.connect("finished", lambda _: os.rename(printed + ".part", printed))
    operation.connect("failed", lambda _, error: hear("not printed: " + error.message))
    operation.print_()


def hear(words):
    """Keeps what a page told, for the tests."""
    with open(os.path.join(FOLDER, "heard"), "a") as heard:
        heard.write(words.replace("\n", " ") + "\n")


def take(view, message):
    """Takes what a page says."""
    words = message.get_js_value().to_string()
    if words == "print":
        print_to_file(view)
    else:
        hear(words)


def open_window(context):
    """Opens a window without borders for the driver."""
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    content = view.get_user_content_manager()
    content.register_script_message_handler("evenhand")
    content.connect("script-message-received::evenhand", lambda _, message: take(view, message))
    frames, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    content.add_script(WebKit2.UserScript.new("(() => {" + LISTEN + "})();", frames, start, None, None))
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def start(context, session):
    """Gives the driver a window whenever it asks for one."""
    browser = WebKit2.ApplicationInfo()
    browser.set_name("Evenhand")
    session.set_application_info(browser)
    session.connect("create-web-view", lambda _: open_window(context))


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
