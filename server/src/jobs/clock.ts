import type { PgBoss } from 'pg-boss'

/** Longer than any job waits, for its next attempt too. */
const LONGEST_WAIT = "interval '15 minutes'"
const NOT_YET = "now() + interval '1 minute'"

/**
 * What a clock that was set back leaves behind: times that it comes to only hours later. Nothing scheduled would start
 * until then, no job that was enqueued meanwhile, none of the scheduled ones whose minute was used already, and no
 * queue would be looked after. `cron_on` is written twice a minute, so it tells that the clock was set back.
 */
const REPAIR = `
  with back as (update pgboss.version set cron_on = null where cron_on > ${NOT_YET} returning 1),
  queues as (
    update pgboss.queue set monitor_claim_on = null, monitor_on = least(monitor_on, now()),
      maintain_on = null
    where exists (select from back)),
  waiting as (
    update pgboss.job set start_after = now()
    where state < 'active' and start_after > now() + ${LONGEST_WAIT} and exists (select from back)),
  running as (
    update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where state = 'active' and exists (select from back)),
  used as (
    update pgboss.job set singleton_on = null
    where state > 'active' and singleton_on > now() at time zone 'utc' and exists (select from back))
  select count(*)::int from back`

export async function repairTimes(db: ReturnType<PgBoss['getDb']>): Promise<void> {
  await db.executeSql(REPAIR, [])
}
