-- The gallery's orders. Its statements also read drafts for those who may see them, so these indexes hold drafts too: one over
-- submitted projects could not serve them. The oldest come first in the second one, read from its end.
create index project_by_title on project (event_id, lower(title), id);
create index project_by_submission on project (event_id, submitted_at desc nulls first, id desc);
