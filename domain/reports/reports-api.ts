import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { file } from '../kit/schema.ts'
import { driverEarningSorts, earningReportSorts, reportPeriods, reportsRoutes } from './reports-routes.ts'

const month = {
  id: z.string(),
  year: z.int(),
  /** 1 to 12, in the operator's zone */
  month: z.int(),
  /** in English */
  monthsName: z.string(),
  total_rides: z.int(),
  currency: z.string(),
}

/** What a driver earned in a month [reports-6], for one fleet or without one. Amounts in major units. */
export const driverEarning = z.object({
  ...month,
  driver: z.string(),
  driverName: z.string(),
  /** of the driver's car now */
  driverVehicleNo: z.string().nullable(),
  /** shares of trips, corrections and cancellation fees */
  driverShare: z.number(),
})
export type DriverEarning = z.output<typeof driverEarning>

/** A row of the list, with the sums of all rows of its month that match search and filters, on whatever page. */
export const listedDriverEarning = driverEarning.extend({
  ofMonth: z.object({ rows: z.int(), total_rides: z.int(), driverShare: z.number() }),
})
export type ListedDriverEarning = z.output<typeof listedDriverEarning>

/** A month of the platform [reports-8]. Amounts in major units. */
export const earningReport = z.object({
  ...month,
  /** rideCost and convenienceFee together */
  tripCost: z.number(),
  rideCost: z.number(),
  convenienceFee: z.number(),
  discountAmount: z.number(),
  /** convenienceFee − discountAmount [reports-9] */
  profit: z.number(),
})
export type EarningReport = z.output<typeof earningReport>

const filters = { period: z.enum(reportPeriods).optional() }
const exported = { rate: 'read', refusedInDemo: true, reply: file, file: exportTypes } as const

export const reportsApi = {
  driverEarnings: endpoint(reportsRoutes.driverEarnings, {
    summary: "Earnings of drivers by month; a fleet admin: of trips for the caller's fleet",
    relation: 'by-role',
    rate: 'read',
    query: listQuery(driverEarningSorts, filters),
    reply: page(listedDriverEarning),
  }),
  exportDriverEarnings: endpoint(reportsRoutes.exportDriverEarnings, {
    ...exported,
    summary: 'Earnings of drivers by month as a file',
    relation: 'by-role',
    query: exportQuery(driverEarningSorts, filters),
  }),
  earnings: endpoint(reportsRoutes.earnings, {
    summary: 'Rides, fees, discounts and profit by month',
    relation: 'none',
    rate: 'read',
    query: listQuery(earningReportSorts, filters),
    reply: page(earningReport),
  }),
  exportEarnings: endpoint(reportsRoutes.exportEarnings, {
    ...exported,
    summary: 'Rides, fees, discounts and profit by month as a file',
    relation: 'none',
    query: exportQuery(earningReportSorts, filters),
  }),
}
