-- The jobs of cron, with their last runs.
select j.jobid, coalesce(j.jobname, ''), j.schedule, j.command, j.username, j.active,
  coalesce(last.status, ''), left(coalesce(last.return_message, ''), 2000), last.start_time, last.end_time, day.runs, day.failed
from cron.job j
left join lateral (
  select d.status, d.return_message, d.start_time, d.end_time from cron.job_run_details d
  where d.jobid = j.jobid order by d.start_time desc, d.runid desc limit 1) last on true
cross join lateral (
  select count(*) as runs, count(*) filter (where d.status = 'failed') as failed from cron.job_run_details d
  where d.jobid = j.jobid and d.start_time > now() - interval '24 hours') day
order by j.jobid
limit 500
