import type { Promo } from '@remis/domain/promos/promo-checks'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { insertPromo, type PromoRow } from './promo-store.ts'

/** Adds an unused promo. Undefined when its name is taken (case-folded). */
export const addPromo = (tx: Tx, promo: Omit<Promo, 'id' | 'user_avail'>): Promise<PromoRow | undefined> =>
  insertPromo(tx, { id: newId(), ...promo })
