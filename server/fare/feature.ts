import { carTypesApi, carTypeTableApi } from '@remis/domain/fare/car-types-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import {
  changeCarType,
  createCarType,
  exportCarTypes,
  listAllCarTypes,
  orderCarTypes,
  readCarTypeEnding,
  removeCarType,
  restoreCarType,
} from './car-types/manage-car-types.ts'
import { tryRates } from './car-types/try-rates.ts'
import { createQuote } from './create-quote.ts'
import { listCarTypes } from './list-car-types.ts'
import { previewQuotes } from './preview-quotes.ts'
import { selectQuote } from './quote-store.ts'
import { sweepQuotes } from './sweep-quotes.ts'
import { isFor } from './find-quote.ts'

export const fare: Feature<DispatchDeps> = {
  endpoints: [
    ...serve<DispatchDeps, typeof carTypesApi>(carTypesApi, { list: listCarTypes }),
    ...serve<DispatchDeps, typeof carTypeTableApi>(carTypeTableApi, {
      listAll: listAllCarTypes,
      export: exportCarTypes,
      create: createCarType,
      update: changeCarType,
      remove: removeCarType,
      restore: restoreCarType,
      ending: readCarTypeEnding,
      order: orderCarTypes,
      tryRates,
    }),
    ...serve<DispatchDeps, typeof quotesApi>(quotesApi, { preview: previewQuotes, create: createQuote }),
  ],
  relations: {
    quote: async (db, { id, who }) => {
      const quote = await selectQuote(db, id)
      if (quote === null || !isFor(quote, who)) return []
      return [who.role === 'admin' ? 'maker' : 'customer']
    },
  },
  // Pages read the list again by their own call, which shows each role what it may see.
  views: () => ({ 'car-types': () => Promise.resolve({}) }),
  sweeps: (app) => ({ 'unused quotes': { everyMs: 600_000, run: () => sweepQuotes(app) } }),
}
