import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const numberOf = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A chunk of a PNG file. */
export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([numberOf(data.length), body, numberOf(crc32(body))])
}

/**
 * A black PNG of this size in pixels, one bit each: a large picture is a small file. `more` are chunks before its
 * pixels.
 */
export const blackPng = (width: number, height: number, more: Buffer = Buffer.alloc(0)): Buffer => {
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    signature,
    pngChunk('IHDR', Buffer.concat([numberOf(width), numberOf(height), Buffer.from([1, 0, 0, 0, 0])])),
    more,
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
