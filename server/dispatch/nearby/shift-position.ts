import { createHmac } from 'node:crypto'
import type { LatLng } from '@remis/domain/kit/distance'
import { moved } from '@remis/domain/places/coarse-place'

/** A driver's position as shown before a booking. `at`: ms, the time of the answer. */
export type ShiftPosition = (driver: string, position: LatLng, at: number) => LatLng

/** km: the part of a shift that is fixed per driver and place, and the longest part that changes each quarter hour */
const [steadyKm, changingKm] = [0.45, 0.05]
/** km: a shift is from 0.4 to this [design/access-82] */
export const mostShiftKm = steadyKm + changingKm

const quarterHour = 15 * 60_000
/** Degrees between the corners that have a direction: about 2 km. Between them the direction turns gradually. */
const gridDegrees = 0.02

interface Way {
  readonly north: number
  readonly east: number
}

/**
 * Shifts a position by 400 to 500 m, keyed by the installation's secret; the same for driver and quarter hour. 450 m of
 * it have a direction that belongs to driver and place, so that a parked car has the same shift tomorrow: the mean over
 * many quarter hours stays 450 m away (decision 052). The direction differs from place to place: one known shift does
 * not reveal another.
 */
export const shiftPosition = (key: Buffer): ShiftPosition => {
  /** Two pseudo-random numbers in [0, 1), derived from the key. */
  const drawn = (...parts: readonly (string | number)[]): [number, number] => {
    const hash = createHmac('sha256', key).update(parts.join(' ')).digest()
    return [hash.readUInt32BE(0) / 2 ** 32, hash.readUInt32BE(4) / 2 ** 32]
  }
  /** The mean of four random directions, so that every direction is equally likely at and between corners. */
  const steady = (driver: string, { lat, lng }: LatLng): Way => {
    const [y, x] = [lat / gridDegrees, lng / gridDegrees]
    const [row, column] = [Math.floor(y), Math.floor(x)]
    const sum = { north: 0, east: 0 }
    for (const [up, right] of corners) {
      const weight = (1 - Math.abs(y - row - up)) * (1 - Math.abs(x - column - right))
      const turn = 2 * Math.PI * drawn('place', driver, row + up, column + right)[0]
      sum.north += weight * Math.cos(turn)
      sum.east += weight * Math.sin(turn)
    }
    const length = Math.hypot(sum.north, sum.east)
    return length < 1e-9
      ? { north: steadyKm, east: 0 }
      : { north: (sum.north / length) * steadyKm, east: (sum.east / length) * steadyKm }
  }
  const changing = (driver: string, at: number): Way => {
    const [far, turn] = drawn('time', driver, Math.floor(at / quarterHour))
    const km = changingKm * Math.sqrt(far)
    return { north: km * Math.cos(2 * Math.PI * turn), east: km * Math.sin(2 * Math.PI * turn) }
  }
  return (driver, position, at) => {
    const [one, other] = [steady(driver, position), changing(driver, at)]
    return moved(position, { north: one.north + other.north, east: one.east + other.east })
  }
}

const corners = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const
