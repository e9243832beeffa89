import type { InstructionData } from '@remis/domain/booking/booking-api'
import type { AppCategory } from '@remis/domain/booking/variant'
import type { LatLng } from '@remis/domain/kit/distance'
import { trialNames, type TrialCarType } from './trial-people.ts'

/** Well-known corners of the trial city. */
const corners = {
  terminal: { lat: -34.8942, lng: -56.1663 },
  plaza: { lat: -34.9066, lng: -56.1996 },
  market: { lat: -34.9077, lng: -56.2109 },
  palace: { lat: -34.8917, lng: -56.1871 },
  pocitos: { lat: -34.9113, lng: -56.151 },
  point: { lat: -34.9227, lng: -56.1594 },
  park: { lat: -34.8953, lng: -56.1541 },
  faculty: { lat: -34.9179, lng: -56.1667 },
  cordon: { lat: -34.9033, lng: -56.1776 },
} satisfies Record<string, LatLng>

export interface TrialTrip {
  /** parts of the emails before the @ */
  readonly rider: string
  readonly driver: string
  readonly carType: TrialCarType
  readonly from: LatLng
  readonly to: LatLng
  readonly daysAgo: number
  /** in the operator's day, written in UTC */
  readonly hour: number
  readonly stars?: number
  readonly feedback?: string
  /** the rider cancelled after this many minutes; position of the reason */
  readonly gaveUp?: { readonly minutes: number; readonly reason: number }
  /** of a parcel */
  readonly instruction?: InstructionData
}

type Corner = keyof typeof corners
type Rest = Pick<TrialTrip, 'stars' | 'feedback' | 'gaveUp' | 'instruction'>

const tripIn =
  (appcat: AppCategory) =>
  (
    rider: string,
    driver: string,
    carType: TrialCarType,
    from: Corner,
    to: Corner,
    daysAgo: number,
    hour: number,
    rest: Rest = {},
  ): TrialTrip => ({
    rider: `${trialNames[appcat].rider}.${rider}`,
    driver: `${trialNames[appcat].driver}.${driver}`,
    carType,
    from: corners[from],
    to: corners[to],
    daysAgo,
    hour,
    ...rest,
  })
const trip = tripIn('taxi')
const sent = tripIn('delivery')

const to = (door: string, more: InstructionData = {}): InstructionData => ({
  deliveryPerson: `Receiver ${door}`,
  deliveryPersonPhone: '094 555 010',
  ...more,
})

/** The last month of the city of taxis, oldest first. */
const rides: readonly TrialTrip[] = [
  trip('one', 'one', 'Economy', 'plaza', 'terminal', 27, 13, { stars: 5, feedback: 'Right on time' }),
  trip('two', 'three', 'Comfort', 'pocitos', 'plaza', 24, 21, { stars: 4 }),
  trip('three', 'four', 'XL', 'terminal', 'point', 21, 16, { stars: 5 }),
  trip('one', 'two', 'Economy', 'terminal', 'faculty', 18, 11, { stars: 4 }),
  trip('four', 'six', 'Comfort', 'market', 'park', 16, 23, { stars: 5, feedback: 'Calm driving' }),
  trip('two', 'one', 'Economy', 'cordon', 'point', 14, 14, { stars: 5 }),
  trip('five', 'seven', 'Economy', 'palace', 'pocitos', 12, 12, { gaveUp: { minutes: 4, reason: 1 } }),
  trip('six', 'eight', 'XL', 'plaza', 'pocitos', 10, 18, { stars: 3, feedback: 'A little late' }),
  trip('one', 'nine', 'Comfort', 'faculty', 'plaza', 8, 20, { stars: 5 }),
  trip('three', 'ten', 'Economy', 'point', 'terminal', 6, 10, { stars: 4 }),
  trip('four', 'one', 'Economy', 'park', 'market', 5, 15, { stars: 5 }),
  trip('two', 'eleven', 'Comfort', 'terminal', 'palace', 4, 19),
  trip('one', 'thirteen', 'Economy', 'plaza', 'pocitos', 3, 22, { stars: 5 }),
  trip('five', 'five', 'Economy', 'cordon', 'park', 2, 13, { stars: 4 }),
]

/** The last month of the city of couriers, oldest first. */
const deliveries: readonly TrialTrip[] = [
  sent('one', 'one', 'Motorbike', 'plaza', 'terminal', 26, 13, {
    stars: 5,
    feedback: 'Quick and careful',
    instruction: to('One', {
      parcelTypeIndex: 0,
      optionIndex: 2,
      deliveryInstructions: 'Counter 12, ask for the desk',
    }),
  }),
  sent('two', 'three', 'Van', 'market', 'park', 23, 15, {
    stars: 4,
    instruction: to('Two', { parcelTypeIndex: 1, optionIndex: 1, pickUpInstructions: 'Ring at the side door' }),
  }),
  sent('three', 'four', 'Bicycle', 'cordon', 'faculty', 20, 12, { stars: 5, instruction: to('Three') }),
  sent('one', 'two', 'Motorbike', 'terminal', 'pocitos', 17, 20, {
    stars: 4,
    instruction: to('Four', { parcelTypeIndex: 2, optionIndex: 0, deliveryInstructions: 'Second floor' }),
  }),
  sent('four', 'seven', 'Van', 'palace', 'point', 14, 14, {
    stars: 5,
    instruction: to('Five', { parcelTypeIndex: 2, optionIndex: 0 }),
  }),
  sent('five', 'five', 'Motorbike', 'palace', 'plaza', 11, 16, {
    gaveUp: { minutes: 4, reason: 1 },
    instruction: to('Six', { parcelTypeIndex: 1, optionIndex: 1 }),
  }),
  sent('six', 'six', 'Bicycle', 'plaza', 'cordon', 9, 18, {
    stars: 3,
    feedback: 'A little late',
    instruction: to('Seven', { pickUpInstructions: 'At the reception' }),
  }),
  sent('one', 'eight', 'Motorbike', 'faculty', 'plaza', 7, 19, {
    stars: 5,
    instruction: to('Eight', { parcelTypeIndex: 3, optionIndex: 1 }),
  }),
  sent('two', 'one', 'Motorbike', 'point', 'terminal', 4, 11, {
    stars: 5,
    instruction: to('Nine', { parcelTypeIndex: 1, optionIndex: 0 }),
  }),
  sent('one', 'nine', 'Bicycle', 'plaza', 'market', 2, 13, { stars: 5, instruction: to('Ten') }),
]

export const trialTrips: Readonly<Record<AppCategory, readonly TrialTrip[]>> = { taxi: rides, delivery: deliveries }

type Tomorrow = Pick<TrialTrip, 'rider' | 'carType' | 'from' | 'to' | 'instruction'> & { readonly time: string }

/** A booking for later; its time is in the operator's zone. */
export const trialTomorrow: Readonly<Record<AppCategory, Tomorrow>> = {
  taxi: {
    rider: 'rider.three',
    carType: 'Comfort',
    from: corners.pocitos,
    to: corners.terminal,
    time: '09:30',
  },
  delivery: {
    rider: 'sender.three',
    carType: 'Van',
    from: corners.pocitos,
    to: corners.terminal,
    time: '09:30',
    instruction: to('Eleven', { parcelTypeIndex: 0, optionIndex: 0, pickUpInstructions: 'Ring twice' }),
  },
}
