import type { Socket } from 'socket.io'

type Packet = Parameters<Socket['conn']['transport']['send']>[0][number]

/** RFC 6455 §5.2: a text, whole, not masked. */
const textFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  const [head, mark] = length < 126 ? [2, length] : length < 65_536 ? [4, 126] : [10, 127]
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  frame[1] = mark
  if (mark === 126) frame.writeUInt16BE(length, 2)
  if (mark === 127) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, head)
  return frame
}

/** `emit(name, payload)` by the words of Socket.IO (protocol 5: an event is 2). */
const encoded = (name: string, payload: unknown): string => `2${JSON.stringify([name, payload])}`

/** By the words of Engine.IO (protocol 4: a message is 4). */
const messageFrame = (text: string): Buffer => textFrame(`4${text}`)

/** What Engine.IO takes in place of a frame that it would make of the packet. */
const inPlaceOf = (frames: Buffer) => ({ compress: false, wsPreEncodedFrame: [frames] })

/** Made once for all who hear it. */
export const framed = (name: string, payload: unknown): [Packet] => {
  const data = encoded(name, payload)
  return [{ type: 'message', data, options: inPlaceOf(messageFrame(data)) }]
}

/** As `socket.volatile.emit` sends it: not at all to a client whose last packet is still on its way. One write, no copy. */
export const sendVolatile = ({ conn }: Socket, packets: [Packet]): void => {
  if (conn.readyState === 'open' && conn.transport.writable) conn.transport.send(packets)
}

/** A message for each payload, in their order and in one write; they wait for what is still on its way, as `emit` does. */
export const sendFramed = ({ conn }: Socket, name: string, payloads: readonly unknown[]): void => {
  const texts = payloads.map((payload) => encoded(name, payload))
  const [first] = texts
  if (first !== undefined) conn.write(first, inPlaceOf(Buffer.concat(texts.map(messageFrame))))
}
