import { crc32, deflateSync } from 'node:zlib'

const width = 320
const height = 240

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Colour = readonly [number, number, number]
const wall: Colour = [214, 209, 199]
const floor: Colour = [148, 141, 132]
const box: Colour = [184, 138, 84]
const tape: Colour = [222, 196, 150]

/** A box with a strip of tape, on a floor before a wall. */
const colourAt = (x: number, y: number): Colour => {
  const inBox = x >= 90 && x < 230 && y >= 90 && y < 200
  if (inBox) return x >= 150 && x < 170 ? tape : box
  return y < 170 ? wall : floor
}

/** A small photo of a parcel, drawn here: PNG, 320 × 240 pixels. */
export const drawParcel = (): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each of three colours
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, y) => [
    0, // no filter
    ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat(),
  ])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
