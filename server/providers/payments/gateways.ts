import type { FastifyInstance } from 'fastify'
import type { PaymentsProvider } from './payments-provider.ts'

/** The card gateways of an installation. */
export interface Gateways {
  readonly gateways: readonly PaymentsProvider[]
  /** mounts the gateway's routes on this server, where the trial's gateway has its page */
  readonly mount: (fastify: FastifyInstance) => void
}
