import { pictureKey, type KeptPicture, type PictureBox, type PictureUse } from './picture-box.ts'

export interface PictureState {
  readonly picture: Blob
  /** `waiting`: it could not be sent, a retry is planned; `refused`: it is no longer kept */
  readonly phase: 'sending' | 'waiting' | 'sent' | 'refused'
  readonly percent: number
  /** why it waits or was refused */
  readonly error?: unknown
}

interface Ways {
  readonly box: PictureBox
  /** resolves with the id of the stored file; rejects with the error of the call */
  send(picture: KeptPicture, onProgress: (percent: number) => void): Promise<string>
  mayHaveHappened(error: unknown): boolean
  /** the server refused a picture that has no `whenSent`, which would show the refusal */
  refused(error: unknown): void
  now(): number
  readonly after: (ms: number, run: () => void) => unknown
}

/** A picture to keep and send. */
export type NewPicture = Omit<KeptPicture, 'user' | 'takenAt' | 'file'>

/** Uses a stored file. When it rejects with an error that may have happened, it is called again with the same file. */
export type AfterUpload = (file: string, note: string | undefined) => unknown

export interface PictureSender {
  /** By the key of the use; a new object for each change. */
  state(): ReadonlyMap<string, PictureState>
  subscribe(changed: () => void): () => void
  /** Keeps the picture and sends it; replaces an earlier one. */
  take(picture: NewPicture): Promise<void>
  /** What follows the upload; the picture is dropped after it. Without it a caller of `fileOf` uses the file. */
  whenSent(use: PictureUse, follow: AfterUpload): void
  /** The screen of a brief picture is left. */
  end(use: PictureUse): void
  /** The id of the stored file; undefined where no picture was taken. Rejects while it cannot be sent. */
  fileOf(use: PictureUse): Promise<string | undefined>
  /** The person does not want to send it. */
  remove(use: PictureUse): Promise<void>
  /** All pictures of the subject were used or are no longer needed. */
  forget(subject: string): Promise<void>
  /** Retries now, because the network is back. */
  retryNow(): void
}

/** One request of a picture; `picture` is the kept one, which changes when its file is stored. */
interface Run {
  picture: KeptPicture
  answer: Promise<string>
}

const retryAfter = [2000, 5000, 10_000, 30_000]
/** The server deletes a file that nothing uses after a day: a picture that waited longer is uploaded again. */
const storedForMs = 20 * 3_600_000
/** For pictures of trips that never continued. */
const keptForMs = 7 * 24 * 3_600_000

/**
 * Sends the pictures of one person as soon as they are taken, one request each, and keeps them until something has used
 * them.
 */
export const makePictureSender = (user: string, ways: Ways): PictureSender => {
  const kept = new Map<string, KeptPicture>()
  const running = new Map<string, Run>()
  const followers = new Map<string, AfterUpload>()
  let states: ReadonlyMap<string, PictureState> = new Map()
  let failures = 0
  const listeners = new Set<() => void>()

  const show = (key: string, state: PictureState | null) => {
    const next = new Map(states)
    if (state === null) next.delete(key)
    else next.set(key, state)
    states = next
    listeners.forEach((changed) => changed())
  }

  const keep = async (one: KeptPicture) => {
    if (one.brief !== true) await ways.box.put(one)
  }

  const drop = async (one: PictureUse, shown: PictureState | null = null) => {
    const key = pictureKey(one)
    kept.delete(key)
    show(key, shown)
    await ways.box.remove(one)
  }

  const sendOnce = async (key: string, run: Run): Promise<string> => {
    const { picture } = run.picture
    const isCurrent = () => kept.get(key) === run.picture
    show(key, { picture, phase: 'sending', percent: run.picture.file === null ? 0 : 100 })
    try {
      const file =
        run.picture.file ??
        (await ways.send(run.picture, (percent) => {
          if (isCurrent()) show(key, { picture, phase: 'sending', percent })
        }))
      failures = 0
      if (!isCurrent()) return file
      if (run.picture.file === null) {
        run.picture = { ...run.picture, file }
        kept.set(key, run.picture)
        await keep(run.picture)
      }
      const follow = followers.get(key)
      await follow?.(file, run.picture.note)
      if (!isCurrent()) return file
      if (follow === undefined) show(key, { picture, phase: 'sent', percent: 100 })
      else await drop(run.picture)
      return file
    } catch (error) {
      if (!isCurrent()) throw error
      if (!ways.mayHaveHappened(error)) {
        const shows = followers.has(key)
        await drop(run.picture, shows ? { picture, phase: 'refused', percent: 0, error } : null)
        if (!shows) ways.refused(error)
        throw error
      }
      failures += 1
      show(key, { picture, phase: 'waiting', percent: 0, error })
      ways.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, retryNow)
      throw error
    }
  }

  /** One request per picture at a time; the promise of the one that runs. */
  const send = (key: string, picture: KeptPicture): Promise<string> => {
    const now = running.get(key)
    if (now?.picture === picture) return now.answer
    const run: Run = { picture, answer: Promise.resolve('') }
    run.answer = sendOnce(key, run).finally(() => {
      if (running.get(key) === run) running.delete(key)
    })
    running.set(key, run)
    return run.answer
  }

  const retryNow = () => {
    for (const [key, one] of kept) if (one.file === null || followers.has(key)) send(key, one).catch(() => undefined)
  }

  const loaded = (async () => {
    for (const one of await ways.box.all()) {
      const key = pictureKey(one)
      const age = ways.now() - one.takenAt
      if (age > keptForMs) await ways.box.remove(one)
      else if (one.user === user && !kept.has(key)) {
        const current = age > storedForMs ? { ...one, file: null } : one
        kept.set(key, current)
        show(key, { picture: one.picture, phase: current.file === null ? 'waiting' : 'sent', percent: 0 })
      }
    }
    retryNow()
  })()

  return {
    state: () => states,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    take: async (taken) => {
      const key = pictureKey(taken)
      const one: KeptPicture = { ...taken, user, takenAt: ways.now(), file: null }
      kept.set(key, one)
      await keep(one)
      // replaced while it was being kept
      if (kept.get(key) === one) await send(key, one).catch(() => undefined)
    },
    whenSent: (use, follow) => {
      const key = pictureKey(use)
      followers.set(key, follow)
      const one = kept.get(key)
      if (one !== undefined && states.get(key)?.phase === 'sent') send(key, one).catch(() => undefined)
    },
    end: (use) => {
      followers.delete(pictureKey(use))
      void drop(use)
    },
    fileOf: async (use) => {
      await loaded
      const key = pictureKey(use)
      const one = kept.get(key)
      if (one === undefined) return undefined
      return one.file ?? send(key, one)
    },
    remove: async (use) => {
      if (kept.has(pictureKey(use))) await drop(use)
    },
    forget: async (subject) => {
      const used = Array.from(kept.values()).filter((one) => one.subject === subject)
      for (const one of used) await drop(one)
    },
    retryNow,
  }
}
