import { sql, type RawBuilder } from 'kysely'
import { notAmong } from '../../platform/database/schema/not-among.ts'
import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/** The rows of one gateway, or of all gateways that are no longer set up. */
export type AtGateway = string | { readonly noneOf: readonly string[] }

export const atGateway = (app: PaymentDeps, gateway: PaymentsProvider | null): AtGateway =>
  gateway?.name ?? { noneOf: app.gateways.map(({ name }) => name) }

export const isAt = (at: AtGateway, column: string): RawBuilder<boolean> =>
  typeof at === 'string' ? sql`${sql.ref(column)} = ${at}` : notAmong(column, 'text', at.noneOf)
