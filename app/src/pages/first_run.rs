//! `/setup`: the first account of a portal that has none.

use crate::prelude::*;

pub fn first_run_page() -> AnyView {
    view! {
        <div class="sign-in">
            <h1>"Set up this portal"</h1>
            <ErrorSummary heading="The account was not created"/>
            <p class="lead">"This portal has no account yet. Create the first one: it looks after the portal and its events."</p>
            <p>"The setup code shows that the server is yours. It is in the server’s log, in the line that begins “setup code”. You can also run "<code>"evenhand user add --staff"</code>" on the server."</p>
            <PostForm action="/setup" class="form">
                <Field name="code" label="Setup code" autocomplete="off" hint="20 letters and digits, from the server’s log."/>
                <Field name="email" label="E-mail" kind="email" autocomplete="username" value=typed_into("email")/>
                <Field name="name" label="Name" autocomplete="name" value=typed_into("name") hint="As others will see it."/>
                <Field name="password" label="Password" kind="password" autocomplete="new-password" hint="At least ten characters. A few words work well."/>
                <Button kind=Kind::Main>"Create the first account"</Button>
            </PostForm>
            <p class="quiet">"Next, you create your first event."</p>
        </div>
    }
}
