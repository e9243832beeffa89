/** How far this page has a chat, and how far it was read: numbers of messages. */
export interface ReachedMarks {
  readonly delivered: number
  readonly read: number
}

interface Ways {
  readonly send: (chat: string, marks: ReachedMarks) => Promise<unknown>
  /** whether to report again after this error */
  readonly mayRetry: (error: unknown) => boolean
  /** `setTimeout` */
  readonly after: (ms: number, run: () => void) => unknown
}

/** A mark that did not arrive is reported again after this long, ms: an open chat may get no other message. */
const againMs = 5000

/** Reports the marks of chats, each number once; they never go back [design/chat-5]. */
export const makeMarkReporter = ({ send, mayRetry, after }: Ways) => {
  const reported = new Map<string, ReachedMarks>()
  const report = async (chat: string, marks: ReachedMarks): Promise<void> => {
    const before = reported.get(chat) ?? { delivered: 0, read: 0 }
    if (marks.delivered <= before.delivered && marks.read <= before.read) return
    const next = { delivered: Math.max(marks.delivered, before.delivered), read: Math.max(marks.read, before.read) }
    reported.set(chat, next)
    try {
      await send(chat, next)
    } catch (error) {
      // a later report has this one's numbers too
      if (reported.get(chat) !== next) return
      reported.set(chat, before)
      if (mayRetry(error)) after(againMs, () => void report(chat, next))
    }
  }
  return report
}
