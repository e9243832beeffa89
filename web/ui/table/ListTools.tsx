import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconDownload, IconKeyboard, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../dialogs/Dropdown.tsx'
import { ColumnChoice, type ColumnShown } from './ColumnChoice.tsx'
import classes from './table.module.css'

interface Props {
  readonly title: string
  readonly titleOrder: 1 | 2
  readonly search: string
  readonly searchLabel: string | undefined
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly onSearch: (search: string) => void
  readonly filters: ReactNode
  readonly more?: ReactNode
  readonly columns: readonly ColumnShown[]
  readonly onResetColumns?: (() => void) | undefined
  readonly onAllColumns?: (() => void) | undefined
  /** shows the keys of the list */
  readonly onKeys?: (() => void) | undefined
  readonly groups: readonly { readonly id: string; readonly label: string }[]
  readonly group: string
  readonly onGroup: (id: string) => void
  readonly onExport: ((format: 'csv' | 'xlsx') => Promise<void>) | undefined
  readonly exportOff?: string | undefined
  readonly primary: { readonly label: string; readonly run: () => void; readonly offBy?: string } | undefined
}

/** Title, search, filters, columns, grouping, export and the main button above a table. */
export const ListTools = (props: Props) => {
  const { search, searchLabel, searchField, onSearch, filters, columns, groups, primary } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState<TypedSearch>({ from: search, text: search, sent: [] })
  const searchSoon = useDebouncedCallback((text: string) => {
    setTyped((now) => (text === now.from ? now : { ...now, sent: [...now.sent, text] }))
    onSearch(text)
  }, 300)
  if (typed.from !== search) setTyped(typedFor(search, typed))
  return (
    <div className={classes.tools}>
      <Title order={props.titleOrder} size="h3" id="table-title" className={classes.title}>
        {props.title}
      </Title>
      {searchLabel !== undefined && (
        <TextInput
          ref={searchField}
          className={classes.search}
          type="search"
          aria-label={searchLabel}
          aria-keyshortcuts="/"
          placeholder={searchLabel}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          value={typed.text}
          maxLength={120}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped((now) => ({ ...now, text }))
            searchSoon(text.trim())
          }}
        />
      )}
      {groups.length > 0 && (
        <NativeSelect
          className={classes.group ?? ''}
          aria-label={t('table_group')}
          value={props.group}
          onChange={(event) => props.onGroup(event.currentTarget.value)}
          data={[{ value: '', label: t('table_group_none') }, ...groups.map(({ id, label }) => ({ value: id, label }))]}
        />
      )}
      {props.more}
      {columns.length > 0 && (
        <ColumnChoice columns={columns} onReset={props.onResetColumns} onShowAll={props.onAllColumns} />
      )}
      {props.onExport && <ExportChoice onExport={props.onExport} off={props.exportOff} />}
      {props.onKeys && (
        <ActionIcon
          className={classes.keysButton ?? ''}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('table_keys')}
          aria-keyshortcuts="?"
          title={t('table_keys')}
          onClick={props.onKeys}
        >
          <IconKeyboard size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {primary && (
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          {...(primary.offBy === undefined
            ? { onClick: primary.run }
            : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': primary.offBy })}
        >
          {primary.label}
        </Button>
      )}
      {filters && <div className={classes.filters}>{filters}</div>}
    </div>
  )
}

interface TypedSearch {
  /** the search of the address */
  readonly from: string
  readonly text: string
  /** searches of this field that the address does not have yet, in their order */
  readonly sent: readonly string[]
}

/**
 * The text of the field for the search of the address, which the back button or "clear" may have changed. What was
 * typed stays where the search is its own, with the blank before the next word, and where the field sent the search:
 * more may have been typed since [design/web-186].
 */
export const typedFor = (search: string, { text, sent }: TypedSearch): TypedSearch => {
  const arrived = sent.indexOf(search) + 1
  return {
    from: search,
    text: arrived > 0 || text.trim() === search ? text : search,
    sent: arrived > 0 ? sent.slice(arrived) : [],
  }
}

interface ExportProps {
  readonly onExport: (format: 'csv' | 'xlsx') => Promise<void>
  /** why there is no export; shown instead of the formats */
  readonly off: string | undefined
}

const ExportChoice = ({ onExport, off }: ExportProps) => {
  const { t } = useTranslation()
  const [state, setState] = useState<'closed' | 'open' | 'busy'>('closed')
  const run = (format: 'csv' | 'xlsx') => {
    setState('busy')
    void onExport(format).finally(() => setState('closed'))
  }
  return (
    <Dropdown
      opened={state === 'open'}
      onChange={(opened) => setState(opened ? 'open' : 'closed')}
      label={t('table_export')}
      panel={{ p: 6 }}
      button={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          loading={state === 'busy'}
          {...(off === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true, title: off })}
          onClick={() => setState(state === 'open' ? 'closed' : 'open')}
        >
          {t('table_export')}
        </Button>
      }
    >
      {off === undefined ? (
        <Stack gap={0}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Group key={format}>
              <Button variant="subtle" color="gray" fullWidth justify="start" onClick={() => run(format)}>
                {t(`table_export_${format}`)}
              </Button>
            </Group>
          ))}
        </Stack>
      ) : (
        <Text role="note" size="sm" maw={280} p={6}>
          {off}
        </Text>
      )}
    </Dropdown>
  )
}
