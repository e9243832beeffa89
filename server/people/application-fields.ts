import type { Tx } from '../platform/database/database.ts'
import { updatePerson } from './person-store.ts'

/** Sets the fields of a driver that come from an application and its documents. */
export const setApplicationFields = (
  tx: Tx,
  driver: string,
  papers: Pick<
    Parameters<typeof updatePerson>[2],
    | 'approved'
    | 'car_type_id'
    | 'vehicle_make'
    | 'vehicle_model'
    | 'vehicle_number'
    | 'other_info'
    | 'license_image'
    | 'documents_until'
  >,
): Promise<void> => updatePerson(tx, driver, papers)
