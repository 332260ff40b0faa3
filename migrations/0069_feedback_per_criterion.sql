-- Besides the comments, teams may see their project's mean score per criterion once the results are published. An organizer
-- chooses both, before or after. `feedback_released` keeps its name: bundles have it, and it still says whether teams see comments.
alter table event add column feedback_criteria boolean not null default false;
