import { describe, expect, it } from 'vitest'
import { fixes } from '@remis/domain/tracking/tracking-api'
import {
  batchOf,
  batchSize,
  caughtUp,
  confirmed,
  emptyQueue,
  mostKept,
  put,
  readQueue,
  type PositionQueue,
} from './position-queue.ts'

const reading = (at: number) => ({ at, lat: -34.9, lng: -56.1 })
const filled = (count: number): PositionQueue =>
  Array.from({ length: count }, (_, i) => reading(i)).reduce<PositionQueue>(put, emptyQueue)

describe('position queue', () => {
  it('numbers fixes without a gap and sends them in order [design/tracking-2]', () => {
    const queue = filled(3)
    expect(batchOf(queue).map((fix) => fix.seq)).toEqual([1, 2, 3])
    expect(fixes.safeParse(batchOf(queue)).success).toBe(true)
  })

  it('keeps fixes that were added while a batch was being sent', () => {
    const sent = batchOf(filled(2))
    const queue = confirmed(put(filled(2), reading(9)), sent, 2)
    expect(queue.unsent.map((fix) => fix.seq)).toEqual([3])
  })

  it('removes an answered batch, also when the server dropped some of its fixes', () => {
    const queue = filled(3)
    expect(confirmed(queue, batchOf(queue), 1).unsent).toEqual([])
  })

  it('sends a long backlog in batches of at most 200, none twice [design/tracking-1]', () => {
    expect(batchSize).toBe(200)
    let queue = filled(450)
    const seen: number[] = []
    while (queue.unsent.length > 0) {
      const sent = batchOf(queue)
      expect(sent.length).toBeLessThanOrEqual(batchSize)
      seen.push(...sent.map((fix) => fix.seq))
      queue = confirmed(queue, sent, seen.at(-1)!)
    }
    expect(seen).toEqual(Array.from({ length: 450 }, (_, i) => i + 1))
  })

  it('renumbers after the last number of another device', () => {
    const queue = caughtUp(filled(2), 40)
    expect(queue.unsent.map((fix) => fix.seq)).toEqual([41, 42])
    expect(queue.next).toBe(43)
    expect(caughtUp(emptyQueue, 7).next).toBe(8)
    expect(caughtUp(filled(2), 0)).toEqual(filled(2))
  })

  it('drops every second fix of the older half above 4500, and stays ascending [design/tracking-2]', () => {
    expect(mostKept).toBe(4500)
    const queue = filled(mostKept + 1)
    expect(queue.unsent.length).toBe(2251 + 1125)
    expect(queue.unsent.slice(0, 3).map((fix) => fix.seq)).toEqual([1, 3, 5])
    expect(queue.unsent.slice(-2251)[0]?.seq).toBe(2251)
    expect(queue.unsent.at(-1)!.seq).toBe(mostKept + 1)
    const seqs = queue.unsent.map((fix) => fix.seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  })

  it('reads the stored queue, and starts empty on an invalid value', () => {
    expect(readQueue(JSON.stringify(filled(2)))).toEqual(filled(2))
    for (const rubbish of [null, '', '{', '7', '{"next":"x","unsent":[]}', '{"next":1}'])
      expect(readQueue(rubbish)).toEqual(emptyQueue)
    expect(readQueue('{"next":1,"unsent":[null,{"seq":4,"lat":1,"lng":1,"at":1}]}').next).toBe(5)
  })
})
