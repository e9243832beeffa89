/** One server runs per database: at a start every lock of a job is stale. No heartbeat is needed [design/data-29]. */
export const name = '080-no-heartbeats'

export const up = `drop table nodes`
