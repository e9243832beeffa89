import { Text, Textarea } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { personPartsCalls } from '@remis/domain/people/people-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { inSameRow, LeaveGuard } from '../../ui/dialogs/LeaveGuard.tsx'
import { useFocusKept } from '../../ui/dialogs/use-focus.ts'
import { usePersonChange } from '../people-queries.ts'
import classes from '../people.module.css'
import { Pages } from './Pages.tsx'
import { usePages } from './use-pages.ts'

/** What the office writes down about a person [design/people-16]. */
export const Notes = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const params = { id: person.id }
  const [text, setText] = useState('')
  const add = usePersonChange(personPartsCalls.addNote)
  // The button is off again once the note is sent.
  const field = useFocusKept<HTMLTextAreaElement>(text)
  const { rows, failed, retry, list } = usePages(person.id, 'notes', personPartsCalls.notes, (query) => ({
    params,
    query,
  }))
  const send = () => add.mutate({ params, body: { text: text.trim() } }, { onSuccess: () => setText('') })
  return (
    <div className={classes.sections}>
      <Text size="sm" c="dimmed">
        {t('person_notes_lead')}
      </Text>
      {person.state !== 'deleted' && (
        <div className={classes.noteForm}>
          <Textarea
            ref={field}
            label={t('person_note')}
            size="md"
            dir="auto"
            rows={3}
            maxLength={2000}
            value={text}
            readOnly={add.isPending}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <EditButton disabled={text.trim() === ''} loading={add.isPending} onClick={send}>
            {t('person_note_add')}
          </EditButton>
          <LeaveGuard dirty={text.trim() !== ''} stays={inSameRow} />
        </div>
      )}
      <Pages
        rows={rows}
        failed={failed}
        onRetry={retry}
        list={list}
        none={t('person_notes_none')}
        keyOf={({ id }) => id}
      >
        {(row) => (
          <span className={classes.two}>
            <span className={classes.note} dir="auto">
              {row.text}
            </span>
            <small>
              <bdi>{row.by}</bdi> · {format.date(row.at, 'date-time')}
            </small>
          </span>
        )}
      </Pages>
    </div>
  )
}
