import { inflateSync } from 'node:zlib'
import type { CallFunction } from '@remis/domain/kit/call'
import { expect, it } from 'vitest'
import { drawParcel } from './parcel-picture.ts'
import { finalProof, pickupProof } from './parcel-proof.ts'

const courier = (settings: object) => {
  const done: string[] = []
  return {
    done,
    call: (() =>
      Promise.resolve({
        appcat: 'delivery',
        AllowDeliveryPickupImageCapture: false,
        AllowFinalDeliveryImageCapture: false,
        deliveryCodeNeeded: false,
        ...settings,
      })) as unknown as CallFunction,
    conductor: { deliveryCode: (id: string) => (done.push(`code of ${id}`), Promise.resolve('4711')) },
    sendPhoto: (id: string, name: string) => (done.push(`${name} of ${id}`), Promise.resolve(`file-${name}`)),
  }
}
const parcel = { id: 'B', undelivered: null, deliveryPerson: 'Receiver One' }

it('takes photos and asks for the code as the settings demand', async () => {
  const all = courier({
    AllowDeliveryPickupImageCapture: true,
    AllowFinalDeliveryImageCapture: true,
    deliveryCodeNeeded: true,
  })
  expect(await pickupProof(all, 'B')).toEqual({ photo: 'file-pickup_image' })
  expect(await finalProof(all, parcel)).toEqual({
    photo: 'file-deliver_image',
    code: '4711',
    receivedBy: 'Receiver One',
  })
  expect(all.done.toSorted()).toEqual(['code of B', 'deliver_image of B', 'pickup_image of B'])
})

it('sends nothing that is not asked for: without the settings, in a taxi city, for a parcel that comes back', async () => {
  const none = courier({})
  expect([await pickupProof(none, 'B'), await finalProof(none, { ...parcel, deliveryPerson: null })]).toEqual([{}, {}])
  const taxi = courier({ appcat: 'taxi', AllowFinalDeliveryImageCapture: true, deliveryCodeNeeded: true })
  expect(await finalProof(taxi, { ...parcel, deliveryPerson: null })).toEqual({})
  const back = courier({ AllowFinalDeliveryImageCapture: true, deliveryCodeNeeded: true })
  expect(await finalProof(back, { ...parcel, undelivered: {} as never })).toEqual({})
  expect([...none.done, ...taxi.done, ...back.done]).toEqual([])
})

it('draws a PNG of 320 × 240 pixels', () => {
  const picture = drawParcel()
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([320, 240])
  const start = picture.indexOf('IDAT') + 4
  const pixels = inflateSync(picture.subarray(start, start + picture.readUInt32BE(start - 8)))
  expect(pixels.length).toBe(240 * (320 * 3 + 1))
  expect(picture.length).toBeLessThan(10_000)
})
