import type { Mark } from './live-events.ts'

/** Whether a client applies an event, so that it applies each once and in order [design/live-2]. */
export const follow = (mark: Mark | null, event: Mark): { apply: boolean; mark: Mark } => {
  if (mark !== null && mark.epoch === event.epoch && event.seq <= mark.seq) return { apply: false, mark }
  return { apply: true, mark: { epoch: event.epoch, seq: event.seq } }
}

/**
 * After `hello`: the client's new mark, and what happens to its data. `reload`: reloads it. `drop`: first drops data
 * with versions, since data of another epoch may be older, as after a restore [design/live-74].
 */
export const welcome = (
  mark: Mark | null,
  hello: Mark & { reset: boolean },
): { next: 'resume' | 'reload' | 'drop'; mark: Mark } => {
  const { epoch, seq } = hello
  if (mark !== null && mark.epoch !== epoch) return { next: 'drop', mark: { epoch, seq } }
  if (mark === null || hello.reset) return { next: 'reload', mark: { epoch, seq } }
  return { next: 'resume', mark }
}

/** Can the server send everything after `mark`? It keeps `oldest`..`newest` of the epoch. */
export const canResume = (mark: Mark | null, kept: { epoch: string; oldest: number; newest: number }): mark is Mark =>
  mark !== null && mark.epoch === kept.epoch && mark.seq >= kept.oldest - 1 && mark.seq <= kept.newest
