import { TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { ColumnChoice, type ColumnShown } from './ColumnChoice.tsx'
import classes from './DataTable.module.css'

interface Props {
  readonly title: string
  readonly search: string
  readonly searchLabel: string
  readonly onSearch: (search: string) => void
  readonly filters: ReactNode
  readonly columns: readonly ColumnShown[]
}

/** Title, search, filters and the choice of columns above a table. */
export const TableTools = ({ title, search, searchLabel, onSearch, filters, columns }: Props) => {
  const [typed, setTyped] = useState({ from: search, text: search })
  const say = useDebouncedCallback(onSearch, 300)
  // The address may change the search from outside (back button, "clear").
  if (typed.from !== search) setTyped({ from: search, text: search })
  return (
    <div className={classes.tools}>
      <Title order={1} size="h3" id="table-title" className={classes.title}>
        {title}
      </Title>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        value={typed.text}
        maxLength={120}
        onChange={(event) => {
          setTyped({ from: search, text: event.currentTarget.value })
          say(event.currentTarget.value.trim())
        }}
      />
      {columns.length > 0 && <ColumnChoice columns={columns} />}
      {filters && <div className={classes.filters}>{filters}</div>}
    </div>
  )
}
