import type { paymentsApi } from '@remis/domain/payments/payments-api'
import type { Platform, UseCase } from '../platform/use-case.ts'

/** spec 1 §7: no card gateway is set up yet, so nobody can pay by card. */
export const getProviders: UseCase<Platform, typeof paymentsApi.providers> = async () => []
