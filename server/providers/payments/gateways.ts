import type { FastifyInstance } from 'fastify'
import type { PaymentsProvider } from './payments-provider.ts'

/** The card gateways of an installation. */
export interface Gateways {
  readonly gateways: readonly PaymentsProvider[]
  /** what a gateway needs of our own server: the trial's own one has its page there */
  readonly mount: (fastify: FastifyInstance) => void
}
