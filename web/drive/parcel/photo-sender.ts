import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import type { KeptPhoto, PhotoBox } from './photo-box.ts'

export interface PhotoState {
  readonly picture: Blob
  /** `waiting`: the network failed, a retry is planned */
  readonly phase: 'sending' | 'waiting' | 'sent'
  readonly percent: number
}

interface Ways {
  readonly box: PhotoBox
  /** resolves with the id of the stored file; rejects with the error of the call */
  send(photo: KeptPhoto, onProgress: (percent: number) => void): Promise<string>
  mayHaveHappened(error: unknown): boolean
  /** the server refused the picture, which is dropped */
  refused(error: unknown): void
  now(): number
  readonly after: (ms: number, run: () => void) => unknown
}

export interface PhotoSender {
  /** By booking and name; a new object for each change. */
  state(): ReadonlyMap<string, PhotoState>
  subscribe(changed: () => void): () => void
  /** Keeps the picture and sends it; replaces an earlier one. */
  take(booking: string, name: BookingPhotoKind, picture: Blob): Promise<void>
  /** The id of the stored file; undefined where no photo was taken. Rejects while it cannot be sent. */
  fileOf(booking: string, name: BookingPhotoKind): Promise<string | undefined>
  /** The courier does not want to send it. */
  remove(booking: string, name: BookingPhotoKind): Promise<void>
  /** A move has used them, or the booking is over. */
  forget(booking: string): Promise<void>
  /** Retries now, because the network is back. */
  poke(): void
}

export const photoKey = (booking: string, name: BookingPhotoKind): string => `${booking}/${name}`

const retryAfter = [2000, 5000, 10_000, 30_000]
/** The server deletes a file that nothing uses after a day: a photo that waited longer is uploaded again. */
const storedForMs = 20 * 3_600_000
/** For photos of trips that never continued. */
const keptForMs = 7 * 24 * 3_600_000

/** Sends the photos of one person as soon as they are taken, one request each, and keeps them until a move has used them. */
export const makePhotoSender = (user: string, ways: Ways): PhotoSender => {
  const kept = new Map<string, KeptPhoto>()
  const running = new Map<string, { readonly photo: KeptPhoto; readonly answer: Promise<string> }>()
  let states: ReadonlyMap<string, PhotoState> = new Map()
  let failures = 0
  const listeners = new Set<() => void>()

  const show = (key: string, state: PhotoState | null) => {
    const next = new Map(states)
    if (state === null) next.delete(key)
    else next.set(key, state)
    states = next
    listeners.forEach((changed) => changed())
  }

  const drop = async (photo: KeptPhoto) => {
    const key = photoKey(photo.booking, photo.name)
    kept.delete(key)
    show(key, null)
    await ways.box.remove(photo)
  }

  const sendOnce = async (key: string, photo: KeptPhoto): Promise<string> => {
    const { picture } = photo
    const isCurrent = () => kept.get(key) === photo
    show(key, { picture, phase: 'sending', percent: 0 })
    try {
      const file = await ways.send(photo, (percent) => {
        if (isCurrent()) show(key, { picture, phase: 'sending', percent })
      })
      failures = 0
      if (isCurrent()) {
        const sent = { ...photo, file }
        kept.set(key, sent)
        await ways.box.put(sent)
        show(key, { picture, phase: 'sent', percent: 100 })
      }
      return file
    } catch (error) {
      if (!isCurrent()) throw error
      if (!ways.mayHaveHappened(error)) {
        await drop(photo)
        ways.refused(error)
        throw error
      }
      failures += 1
      show(key, { picture, phase: 'waiting', percent: 0 })
      ways.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, poke)
      throw error
    }
  }

  /** One request per photo at a time; the promise of the one that runs. */
  const send = (key: string, photo: KeptPhoto): Promise<string> => {
    const now = running.get(key)
    if (now?.photo === photo) return now.answer
    const answer = sendOnce(key, photo).finally(() => {
      if (running.get(key)?.photo === photo) running.delete(key)
    })
    running.set(key, { photo, answer })
    return answer
  }

  const poke = () => {
    for (const [key, photo] of kept) if (photo.file === null) send(key, photo).catch(() => undefined)
  }

  const loaded = (async () => {
    for (const photo of await ways.box.all()) {
      const key = photoKey(photo.booking, photo.name)
      const age = ways.now() - photo.takenAt
      if (age > keptForMs) await ways.box.remove(photo)
      else if (photo.user === user && !kept.has(key)) {
        const one = age > storedForMs ? { ...photo, file: null } : photo
        kept.set(key, one)
        show(key, { picture: one.picture, phase: one.file === null ? 'waiting' : 'sent', percent: 0 })
      }
    }
    poke()
  })()

  return {
    state: () => states,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    take: async (booking, name, picture) => {
      const key = photoKey(booking, name)
      const photo: KeptPhoto = { user, booking, name, picture, takenAt: ways.now(), file: null }
      kept.set(key, photo)
      await ways.box.put(photo)
      // replaced while it was being kept
      if (kept.get(key) === photo) await send(key, photo).catch(() => undefined)
    },
    fileOf: async (booking, name) => {
      await loaded
      const key = photoKey(booking, name)
      const photo = kept.get(key)
      if (photo === undefined) return undefined
      return photo.file ?? send(key, photo)
    },
    remove: async (booking, name) => {
      const photo = kept.get(photoKey(booking, name))
      if (photo !== undefined) await drop(photo)
    },
    forget: async (booking) => {
      const used = Array.from(kept.values()).filter((photo) => photo.booking === booking)
      for (const photo of used) await drop(photo)
    },
    poke,
  }
}
