/** One server runs per database, so at a start every lock of a job is stale, and no heartbeat says which [design/data-29]. */
export const name = '080-no-heartbeats'

export const up = `drop table nodes`
