import type { Mark } from './live-events.ts'

/** The rule by which a client follows the stream: each event once, in order (design §9). */
export const follow = (mark: Mark | null, event: Mark): { apply: boolean; mark: Mark } => {
  if (mark !== null && mark.epoch === event.epoch && event.seq <= mark.seq) return { apply: false, mark }
  return { apply: true, mark: { epoch: event.epoch, seq: event.seq } }
}

/** After `hello`: where the client stands, and whether what it holds is worth keeping. */
export const welcome = (mark: Mark | null, hello: Mark & { reset: boolean }): { reload: boolean; mark: Mark } =>
  hello.reset || mark === null || mark.epoch !== hello.epoch
    ? { reload: true, mark: { epoch: hello.epoch, seq: hello.seq } }
    : { reload: false, mark }

/** Can the server give everything after `mark`? It keeps `oldest`..`newest` of the epoch. */
export const canResume = (mark: Mark | null, kept: { epoch: string; oldest: number; newest: number }): mark is Mark =>
  mark !== null && mark.epoch === kept.epoch && mark.seq >= kept.oldest - 1 && mark.seq <= kept.newest
