import { z } from 'zod'
import { lineText } from '../kit/schema.ts'
import { tableEndpoints } from '../kit/table-endpoints.ts'
import { cancelReasonSorts, cancelReasonsRoutes } from './backoffice-routes.ts'
import { cancelReasonRoles } from './cancel-reason.ts'

const roles = z.array(z.enum(cancelReasonRoles))

/**
 * A cancellation reason of the office [settings-19]: `value` is its place in the list, `id` stays when places change.
 */
const managedCancelReason = z.object({
  id: z.string(),
  label: z.string(),
  value: z.int(),
  roles,
  version: z.int(),
})
export type ManagedCancelReason = z.output<typeof managedCancelReason>

/** What an admin enters. `checkCancelReason` judges the content. */
const cancelReasonEntry = z.strictObject({
  label: lineText(100).trim(),
  roles: roles.max(cancelReasonRoles.length),
})

/** Deleting renumbers the others 0 to n − 1 [settings-22]. Bookings keep the words of their reason. */
export const cancelReasonsApi = tableEndpoints(cancelReasonsRoutes, {
  noun: 'reason',
  row: managedCancelReason,
  entry: cancelReasonEntry,
  sorts: cancelReasonSorts,
  filters: { role: z.enum(cancelReasonRoles).optional() },
  versioned: true,
})
