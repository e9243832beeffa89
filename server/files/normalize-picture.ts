import { storedSide, mostPixels, type StoredKind } from '@remis/domain/files/file-kinds'
import { AppError, type ErrorStatus } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import sharp, { type Sharp } from 'sharp'
import type { Limits } from '../platform/runtime/limits.ts'

// Only the three formats can be decoded at all, whatever the bytes claim to be: no SVG, PDF, GIF or camera formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// A decoded picture is used once; a cache would hold pictures of people in memory.
sharp.cache(false)

/** Decodes pictures, a few at a time. */
export interface PictureDecoding {
  /**
   * The picture as JPEG of the size of its kind, upright, without metadata, cut to a square for `profileImage`. 422
   * `file_not_picture`, `file_too_many_pixels` or `file_damaged`; 503 `busy_try_again` when too many wait.
   */
  normalize(bytes: Uint8Array, kind: StoredKind): Promise<Buffer>
}

const refuse = (key: MessageKey, status: ErrorStatus = 422) => new AppError(status, key)

const startsWith = (bytes: Uint8Array, at: number, ...expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte)

/** The format by the first bytes; the name and the content type of an upload prove nothing. */
const formatOf = (bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined => {
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50)) return 'webp'
  return undefined
}

const decodeSeconds = 15

/** 'warning' refuses truncated and damaged files, which some decoders would fill up with grey. */
const open = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'warning', limitInputPixels: mostPixels, sequentialRead: true, animated: false }).timeout({
    seconds: decodeSeconds,
  })

/** Decided from the header: nothing is decoded yet [design/files-2]. */
const checkHeader = async (bytes: Uint8Array): Promise<void> => {
  const format = formatOf(bytes)
  if (format === undefined) throw refuse('file_not_picture')
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (header === undefined) throw refuse('file_damaged')
  if (header.format !== format) throw refuse('file_not_picture')
  if (header.width * header.height > mostPixels) throw refuse('file_too_many_pixels')
}

const normalize = async (bytes: Uint8Array, kind: StoredKind): Promise<Buffer> => {
  await checkHeader(bytes)
  const side = storedSide[kind]
  const fit = kind === 'profileImage' ? ('cover' as const) : ('inside' as const)
  try {
    return await open(bytes)
      .autoOrient()
      .resize({ width: side, height: side, fit, withoutEnlargement: kind !== 'profileImage' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    throw new AppError(422, 'file_damaged', { cause })
  }
}

export const pictureDecoding = ({ decodedAtOnce, queue }: Limits['files']): PictureDecoding => {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = async (): Promise<void> => {
    if (running < decodedAtOnce) {
      running++
      return
    }
    if (waiting.length >= queue) throw new AppError(503, 'busy_try_again', { extra: { retryAfter: 3 } })
    await new Promise<void>((next) => waiting.push(next))
  }
  return {
    normalize: async (bytes, kind) => {
      await enter()
      try {
        return await normalize(bytes, kind)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
