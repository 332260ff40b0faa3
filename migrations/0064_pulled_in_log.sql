-- How often each rule handed out a further project is read from the log again and again while judging runs. Without this, each
-- time would read the event's whole log.
create index audit_log_pulled on audit_log (chain, seq) where action = 'assignment.pulled';
