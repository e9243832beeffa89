import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { statuses } from '../booking/statuses.ts'
import { attentionKinds } from './attention.ts'
import { dashboardRoutes } from './dashboard-routes.ts'

/** A booking that needs a person of the office [design/dashboard-5]. */
export const attention = z.object({
  kind: z.enum(attentionKinds),
  bookingId: z.string(),
  status: z.enum(statuses),
  /** the customer's name */
  customer: z.string(),
  /** the driver's name; null: none is assigned */
  driver: z.string().nullable(),
  /** the driver's number, for admins to call outside of demo mode */
  driverContact: z.string().nullable(),
  /** when the state began that needs attention, ms */
  since: z.number(),
})
export type Attention = z.output<typeof attention>

/** An approved, active driver with a position [reports-4]. */
export const dashboardCar = z.object({
  id: z.string(),
  name: z.string(),
  vehicle_number: z.string().nullable(),
  /** name of the car type; null: the driver has none */
  carType: z.string().nullable(),
  image: z.string().nullable(),
  /** `pickup`: on the way to the rider or waiting there */
  state: z.enum(['free', 'pickup', 'trip']),
  bookingId: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  /** degrees clockwise from north */
  heading: z.number().nullable(),
  /** time of the position, ms */
  at: z.number(),
})
export type DashboardCar = z.output<typeof dashboardCar>

/** Counts of a span of time, with money in major units. */
export const chartSpan = z.object({
  /** begin, ms */
  from: z.number(),
  bookings: z.int(),
  completed: z.int(),
  cancelled: z.int(),
  /** mean seconds from the booking, or its release, to the accept; null: nothing was accepted */
  waitSeconds: z.number().nullable(),
  /** convenience fees by the time of their posting, as the cards count them, major units [design/dashboard-8] */
  earned: z.number(),
})
export type ChartSpan = z.output<typeof chartSpan>

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit)

export const dashboardApi = {
  counts: endpoint(dashboardRoutes.counts, {
    summary: 'How much waits for the office, for the numbers of the menu; each counted up to 100',
    relation: 'by-role',
    rate: 'read',
    reply: z.object({
      /** bookings that need a person [design/dashboard-5] */
      alerts: z.int(),
      /** the others only for admins: released bookings without a driver */
      unassigned: z.int().optional(),
      /** alerts that no admin has acknowledged */
      safety: z.int().optional(),
      /** drivers to approve */
      drivers: z.int().optional(),
      /** withdrawals that can be paid now */
      withdrawals: z.int().optional(),
      /** credits that wait for a second admin */
      credits: z.int().optional(),
      /** payments to review */
      payments: z.int().optional(),
    }),
  }),
  now: endpoint(dashboardRoutes.now, {
    summary: 'What happens now, and the bookings that need a person',
    relation: 'by-role',
    rate: 'read',
    reply: z.object({
      /** server's clock, ms */
      now: z.number(),
      /** convenience fees of paid bookings by the day of payment, major units [reports-2] */
      earnings: z.object({ today: z.number(), month: z.number(), total: z.number() }),
      drivers: z.object({ online: z.int(), free: z.int(), busy: z.int() }),
      bookings: z.object({
        /** released, without a driver */
        waiting: z.int(),
        /** for later, not released */
        later: z.int(),
        /** accepted and not ended */
        running: z.int(),
      }),
      attention: z.array(attention),
      /** there are more than `attention` lists */
      more: z.boolean(),
      /** counted up to 100; only for admins */
      waiting: z.object({ drivers: z.int(), withdrawals: z.int(), credits: z.int(), payments: z.int() }).optional(),
    }),
  }),
  cars: endpoint(dashboardRoutes.cars, {
    summary: 'Active drivers with their last position, within a part of the map',
    relation: 'by-role',
    rate: 'read',
    query: z.strictObject({
      north: degrees(90).optional(),
      south: degrees(90).optional(),
      east: degrees(180).optional(),
      west: degrees(180).optional(),
    }),
    reply: z.object({
      now: z.number(),
      rows: z.array(dashboardCar),
      /** there are more than `rows` lists */
      more: z.boolean(),
    }),
  }),
  charts: endpoint(dashboardRoutes.charts, {
    summary: 'Bookings, completed and cancelled ones and waiting times by hour and by day',
    relation: 'by-role',
    rate: 'read',
    reply: z.object({
      timezone: z.string(),
      /** the last 24 hours, oldest first, in whole hours of the zone */
      hours: z.array(chartSpan),
      /** the last 14 days, oldest first */
      days: z.array(chartSpan),
    }),
  }),
}
