/**
 * The session in which a driver last made a move of a trip or went online [design/tracking-49], and an index for the
 * order of the safety desk (the expression is that of `urgency` in the alert store) [design/safety-24].
 */
export const name = '086-last-mover-and-urgency'

export const up = `
alter table users add column mover_session uuid;
create index safety_alerts_urgency on safety_alerts ((case when closed_at is not null then 0
  else 1 + (taken_at is null)::int + 2 * (kind in ('panic', 'help'))::int end), created_at, id);
analyze safety_alerts
`
