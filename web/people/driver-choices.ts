import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import type { PersonRow } from '@remis/domain/people/people-api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCarTypes } from '../booking-parts/use-prices.ts'
import { useSession } from '../platform/api/session.ts'
import { showError } from '../platform/show-message.ts'
import { fleetsQuery } from './people-queries.ts'

interface DriverChoices {
  readonly carTypes: readonly CarTypeView[]
  /** null: the reader is a fleet admin */
  readonly fleets: readonly PersonRow[] | null
}

/**
 * The car types and fleets for the form of a driver; undefined until they are loaded. The form opens with them, since
 * its fields keep their initial values. If they cannot be loaded, the form closes with a message [design/web-182].
 */
export const useDriverChoices = (isDriver: boolean, onClose: () => void): DriverChoices | undefined => {
  const admin = useSession().user?.usertype === 'admin'
  const fleets = useQuery({ ...fleetsQuery, enabled: admin && isDriver })
  const carTypes = useCarTypes()
  const ready = !isDriver || (carTypes.data !== undefined && (!admin || fleets.data !== undefined))
  useClosedBy(ready ? null : (fleets.error ?? carTypes.error), onClose)
  return ready ? { carTypes: carTypes.data ?? [], fleets: admin ? (fleets.data ?? []) : null } : undefined
}

/** Shows why the form cannot be filled, and closes it. */
export const useClosedBy = (error: Error | null, onClose: () => void) =>
  useEffect(() => {
    if (error === null) return
    showError(error)
    onClose()
  }, [error, onClose])
