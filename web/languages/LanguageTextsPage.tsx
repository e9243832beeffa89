import { Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { languagesCalls, textSorts, textStates } from '@remis/domain/backoffice/backoffice-routes'
import type { LanguageText } from '@remis/domain/backoffice/languages-api'
import type { MessageKey } from '@remis/domain/messages/english'
import { IconChevronLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { submitEdit } from '../platform/list/submit-edit.ts'
import { useList } from '../platform/list/use-list.ts'
import { useLive } from '../platform/live/live.ts'
import { useFormat } from '../platform/use-format.ts'
import { LeaveGuard } from '../ui/dialogs/LeaveGuard.tsx'
import '../ui/mantine-parts.ts'
import { FilterPills } from '../ui/table/FilterPills.tsx'
import { isElsewhere } from '../ui/table/keys/list-keys.ts'
import { ListTools } from '../ui/table/ListTools.tsx'
import table from '../ui/table/table.module.css'
import { TablePager } from '../ui/table/TablePager.tsx'
import classes from './languages.module.css'
import { useDrafts } from './text-drafts.ts'
import { TextRow } from './TextRow.tsx'
import { TextsBar } from './TextsBar.tsx'
import { useTextChecks } from './use-text-checks.ts'

/** A list declaration of one language's texts. */
const listOf = (id: string) =>
  ({
    key: ['language-texts', id],
    endpoint: languagesCalls.texts,
    sorts: textSorts,
    usual: { sort: 'place', desc: false },
    filters: { show: textStates },
    queryOf: (filters: Readonly<Record<string, string>>) => ({ ...filters, of: id }),
    live: true,
  }) as const

const none: readonly never[] = []

/** `/languagesetting/:id`: the texts of a language beside those of the default one [design/languages-14]. */
export const LanguageTextsPage = () => {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(useMemo(() => listOf(id), [id]))
  const { data, isError, refetch } = useQuery({
    queryKey: ['language-texts', id, 'progress'],
    queryFn: () => call(languagesCalls.read, { params: { id } }),
  })
  const checks = useTextChecks()
  const language = data?.language
  const { all = 0, missing = 0, changed = 0, edited = 0 } = data?.progress ?? {}
  const { drafts, keep } = useDrafts(list.rows)
  const searchField = useRef<HTMLInputElement>(null)
  const rowsShown = useRef<HTMLUListElement>(null)
  const reload = () => queryClient.invalidateQueries({ queryKey: ['language-texts', id] })
  useLive('languages', () => void reload())
  const retry = () => {
    if (list.failed) list.retry()
    if (data === undefined) void refetch()
  }
  const save = async ({ key }: LanguageText, from: string | null, to: string | null): Promise<MessageKey | null> => {
    const faults = await submitEdit(
      () => call(languagesCalls.changeTexts, { params: { id }, body: { texts: [{ key, from, to }] } }),
      [key],
    )
    await reload()
    return faults === null ? null : (faults[key] ?? 'update_failed')
  }
  /**
   * Focuses the next missing text of this page. After the last one it filters the list by missing texts or goes to the
   * next page.
   */
  const goToMissing = () => {
    const fields = [...(rowsShown.current?.querySelectorAll<HTMLTextAreaElement>('textarea') ?? [])]
    const place = fields.findIndex((field) => field === document.activeElement)
    const next = fields.slice(place + 1).find((field) => field.closest('[data-missing]') !== null)
    if (next !== undefined) {
      next.focus()
      next.select()
    } else if (missing > fields.filter((field) => field === document.activeElement).length) {
      if (list.address.filters['show'] !== 'missing') list.change({ q: '', filters: { show: 'missing' } })
      else list.paging.onNext?.()
    }
  }
  useHotkeys([
    ['/', () => !isElsewhere(document.activeElement) && searchField.current?.focus()],
    ['n', () => !isElsewhere(document.activeElement) && goToMissing()],
  ])
  const counts = { missing, changed, edited }
  return (
    <div className={table.list}>
      <Link className={classes.back} to={paths.languages()}>
        <IconChevronLeft className={table.turn} size={18} stroke={1.75} aria-hidden />
        {t('language_all')}
      </Link>
      <ListTools
        titleOrder={1}
        title={language === undefined ? t('title_languages') : t('language_texts_one', { name: language.langName })}
        search={list.address.q}
        searchLabel={t('language_texts_search')}
        searchField={searchField}
        onSearch={(q) => list.change({ q })}
        filters={
          <FilterPills
            label={t('language_show')}
            choices={[
              { id: '', label: t('language_show_all', { all: format.number(all) }) },
              ...textStates.map((state) => ({
                id: state,
                label: t(`language_show_${state}`, { number: format.number(counts[state]) }),
              })),
            ]}
            chosen={list.address.filters['show'] ?? ''}
            onChoose={(show) => list.change({ filters: show === '' ? {} : { show } })}
          />
        }
        columns={none}
        groups={none}
        group=""
        onGroup={() => undefined}
        onExport={undefined}
        primary={undefined}
      />
      <TextsBar id={id} all={all} missing={missing} onNext={goToMissing} onChanged={reload} />
      <Text size="xs" c="dimmed" className={classes.keys ?? ''}>
        {t('language_keys_hint')}
      </Text>
      {list.failed || (data === undefined && isError) ? (
        <div className={table.state} role="alert">
          <p>{t('table_failed')}</p>
          <button type="button" onClick={retry}>
            {t('try_again')}
          </button>
        </div>
      ) : list.rows?.length === 0 ? (
        <div className={table.state} aria-live="polite">
          <p>{t(list.address.q === '' ? 'language_none_left' : 'table_no_match')}</p>
          <button type="button" onClick={() => list.change({ q: '', filters: {} })}>
            {t('table_clear')}
          </button>
        </div>
      ) : (
        <div className={classes.pair}>
          <div className={classes.head} aria-hidden>
            <span>{data?.source.langName}</span>
            <span>{language?.langName}</span>
          </div>
          <ul ref={rowsShown} className={classes.rows} aria-busy={list.rows === undefined || list.stale}>
            {list.rows === undefined || data === undefined || checks === undefined
              ? [1, 2, 3, 4, 5, 6].map((row) => <li key={row} className={classes.ghost} />)
              : list.rows.map((row) => (
                  <TextRow
                    key={row.key}
                    row={row}
                    sourceCode={data.source.langLocale}
                    code={data.language.langLocale}
                    checks={checks}
                    draft={drafts.get(row.key)}
                    onDraft={(draft) => keep(row.key, draft)}
                    save={(from, to) => save(row, from, to)}
                    onNext={goToMissing}
                  />
                ))}
          </ul>
        </div>
      )}
      {list.rows !== undefined && list.rows.length > 0 && <TablePager {...list.paging} />}
      {/* pages, search and filters keep what is typed */}
      <LeaveGuard dirty={drafts.size > 0} lead={t('language_unsaved', { count: drafts.size })} />
    </div>
  )
}
