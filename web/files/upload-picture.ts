import { pictureTypes, storedSide, type StoredKind } from '@remis/domain/files/file-kinds'
import { AppError, errorStatusOf } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'

/** Bytes that arrive in 20 s at 20 kB/s. A larger picture loses quality before it loses legibility. */
const smallBytes = 400_000
const qualities = [0.88, 0.78, 0.68]
/** An upload ends when nothing of it was sent for this long, ms. */
const stallMs = 45_000

/** As large as the server stores it; a square is cut from a larger picture. */
const longestSide = (kind: StoredKind): number => Math.max(1024, storedSide[kind])

/**
 * The picture drawn again as JPEG of at most the size that is stored: a photo of a phone is larger than an upload may
 * be, takes long over a slow network and carries the place where it was taken, also when it is small. A picture that
 * the browser cannot draw is sent as it is.
 */
export const shrink = async (file: File, kind: StoredKind): Promise<Blob> => {
  try {
    const drawn = await createImageBitmap(file)
    const scale = Math.min(1, longestSide(kind) / Math.max(drawn.width, drawn.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(drawn.width * scale)
    canvas.height = Math.round(drawn.height * scale)
    const context = canvas.getContext('2d')
    if (context !== null) {
      // what is transparent would be black as JPEG
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(drawn, 0, 0, canvas.width, canvas.height)
    }
    drawn.close()
    let made: Blob | null = null
    for (const quality of qualities) {
      made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
      if (made === null || made.size <= smallBytes) break
    }
    return made ?? file
  } catch {
    return file
  }
}

export interface StoredPicture {
  readonly id: string
  readonly url: string
}

const errorOf = (request: XMLHttpRequest): AppError => {
  const { error } = (request.response ?? {}) as { error?: { key?: unknown } }
  const key = error?.key
  const status = errorStatusOf(request.status)
  return new AppError(status, typeof key === 'string' && /^\w+$/.test(key) ? (key as MessageKey) : 'server_error')
}

/**
 * Posts a picture to this address; `onProgress` in percent. XMLHttpRequest, since fetch does not report what was sent.
 * Throws AppError. A file of another type is not sent: the server reads no body of such a type and could not say why.
 */
export const sendPicture = (
  address: string,
  picture: Blob,
  onProgress: (percent: number) => void,
): Promise<StoredPicture> =>
  new Promise((done, fail) => {
    if (!(pictureTypes as readonly string[]).includes(picture.type)) return fail(new AppError(422, 'file_not_picture'))
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.setRequestHeader('content-type', picture.type)
    const failed = () => fail(new AppError(503, 'fetch_call_error'))
    // a slow upload may take minutes; only one without progress has failed
    let stall: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(stall)
      stall = setTimeout(() => request.abort(), stallMs)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer()
      onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100))
    }
    request.onload = () => (request.status === 200 ? done(request.response as StoredPicture) : fail(errorOf(request)))
    request.onerror = failed
    request.onabort = failed
    request.onloadend = () => clearTimeout(stall)
    restartTimer()
    request.send(picture)
  })
