import type { FeatureTags, LayerName, MapFeature } from './map-feature.ts'

type Head = readonly [
  layer: LayerName,
  kind: MapFeature['kind'],
  minZoom: number,
  order: number,
  tags: FeatureTags,
  lengths: number[],
]

/** A feature as bytes: the length of its head, the head as JSON, the coordinates as 32-bit integers. */
export const encodeFeature = ({ layer, kind, minZoom, order, tags, parts }: MapFeature): Buffer => {
  const head: Head = [layer, kind, minZoom, order, tags, parts.map((part) => part.length)]
  const text = Buffer.from(JSON.stringify(head))
  const record = Buffer.allocUnsafe(8 + text.length + parts.reduce((sum, part) => sum + part.byteLength, 0))
  record.writeUInt32LE(record.length, 0)
  record.writeUInt32LE(text.length, 4)
  let at = 8 + text.copy(record, 8)
  for (const part of parts) at += Buffer.from(part.buffer, part.byteOffset, part.byteLength).copy(record, at)
  return record
}

/** The features of one record after the other. */
export function* decodeFeatures(bytes: Buffer): Generator<MapFeature> {
  for (let at = 0; at < bytes.length; at += bytes.readUInt32LE(at)) {
    const headEnd = at + 8 + bytes.readUInt32LE(at + 4)
    const [layer, kind, minZoom, order, tags, lengths] = JSON.parse(bytes.toString('utf8', at + 8, headEnd)) as Head
    let from = headEnd
    const parts = lengths.map((length) => {
      const part = new Int32Array(length)
      from += bytes.copy(Buffer.from(part.buffer), 0, from, from + length * 4)
      return part
    })
    yield { layer, kind, minZoom, order, tags, parts }
  }
}
