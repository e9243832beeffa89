import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { withSearch } from '../page/with-search.ts'

/** Opens the form of a new row where the address asks for it, and removes that from it [design/web-111]. */
export const useAddFromAddress = (open: () => void): void => {
  const navigate = useNavigate()
  const { add, ...others } = useSearch({ strict: false }) as { readonly add?: unknown }
  const wanted = add !== undefined
  useEffect(() => {
    if (!wanted) return
    open()
    void navigate({ to: '.', ...withSearch(others), replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address that asks for it
  }, [wanted])
}
