-- Saving the bundle is a download like the others: no page shows it, so it leaves the event's version as it is.
create or replace function audit_is_private(action text) returns boolean
    language sql immutable parallel safe
    return split_part(action, '.', 1) in ('review', 'assignment', 'ballot', 'export', 'bundle', 'webhook', 'invitation', 'mail',
        'token', 'session', 'calibration', 'run', 'code', 'record', 'conflict');
