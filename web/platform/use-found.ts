import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The choices of a `Picker` that searches on the server; debounced by 200 ms. Keeps the choices of the previous text
 * until the new ones arrive. `find` gets undefined for an empty field.
 */
export const useFound = <Row>(key: string, find: (search: string | undefined) => Promise<readonly Row[]>) => {
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = typed?.trim() ?? ''
  const [search] = useDebouncedValue(wanted, 200)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [key, search],
    enabled: typed !== null,
    placeholderData: keepPreviousData,
    queryFn: () => find(search === '' ? undefined : search),
  })
  return {
    choices: data,
    busy: typed !== null && (isFetching || wanted !== search),
    failed: isError ? () => void refetch() : null,
    onSearch: setTyped,
    /** as it is typed now */
    typed: wanted,
  }
}
