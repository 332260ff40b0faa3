-- The page of the audit log offers the actions and kinds of things that stand in a chain, however rare: found by leaps
-- through this index, one for each, instead of by reading every row.
create index audit_log_kinds on audit_log (chain, action, object_type);
