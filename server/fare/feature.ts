import { carTypesApi } from '@remis/domain/fare/car-types-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { createQuote } from './create-quote.ts'
import { listCarTypes } from './list-car-types.ts'
import { previewQuotes } from './preview-quotes.ts'
import { selectQuote } from './quote-store.ts'
import { sweepQuotes } from './sweep-quotes.ts'
import { isFor } from './find-quote.ts'

export const fare: Feature<DispatchDeps> = {
  endpoints: [
    ...serve<DispatchDeps, typeof carTypesApi>(carTypesApi, { list: listCarTypes }),
    ...serve<DispatchDeps, typeof quotesApi>(quotesApi, { preview: previewQuotes, create: createQuote }),
  ],
  relations: {
    quote: async (db, { id, who }) => {
      const quote = await selectQuote(db, id)
      if (quote === null || !isFor(quote, who)) return []
      return [who.role === 'admin' ? 'maker' : 'customer']
    },
  },
  sweeps: (app) => ({ 'unused quotes': { everyMs: 600_000, run: () => sweepQuotes(app) } }),
}
