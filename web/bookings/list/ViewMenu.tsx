import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { SavedView } from '@remis/domain/booking/list/saved-views-api'
import { IconBookmark, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { submitEdit, type FieldFaults } from '../../platform/list/submit-edit.ts'
import { readAddress, writeAddress } from '../../platform/list/list-address.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Dropdown } from '../../ui/dialogs/Dropdown.tsx'
import { bookingList, type BookingListState } from './booking-list.ts'
import classes from './list.module.css'
import type { useSavedViews } from './use-saved-views.ts'

type View = Omit<SavedView, 'id'>
type Address = Parameters<typeof writeAddress>[0]

/** Views that everybody in the office has [design/web-83]. */
const builtIn = [
  { text: 'view_needs_driver', address: { show: 'NEW', dir: 'asc' } },
  { text: 'view_today', address: { period: 'today' } },
  { text: 'view_unpaid', address: { payment: 'due' } },
] as const

/** What a view keeps of the address: filters, search and order. */
const addressOf = (address: BookingListState['address']): Record<string, string> => {
  const {
    cols: _cols,
    id: _id,
    at: _at,
    page: _page,
    ...kept
  } = writeAddress({ ...address, page: 1, cursor: undefined, id: undefined } as Address, bookingList)
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

interface Props {
  readonly list: BookingListState
  readonly saved: ReturnType<typeof useSavedViews>
  /** those shown now, for a view that is saved with them */
  readonly columns: readonly string[] | undefined
}

/** The views of the list: the built-in ones, the person's own, and a way to save this one. */
export const ViewMenu = ({ list, saved, columns }: Props) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<{ readonly key: string; readonly name: string } | null>(null)
  const now = addressOf(list.address)
  const open = ({ address, columns: ofView }: Pick<View, 'address' | 'columns'>) => {
    const { filters, q, sort, desc } = readAddress(address, bookingList)
    list.change({ filters, q, sort, desc, columns: ofView ?? undefined, id: undefined })
    setOpened(false)
  }
  const all = [
    ...builtIn.map(({ text, address }) => ({ key: text as string, name: t(text), address, columns: null, own: false })),
    ...saved.views.map(({ id, ...view }) => ({ key: id, ...view, own: true })),
  ]
  const current = all.find(({ address }) => isSame(address, now))
  return (
    <>
      <Dropdown
        opened={opened}
        onChange={setOpened}
        label={t('views')}
        panel={{ p: 6 }}
        button={
          <Button
            variant="default"
            leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            <bdi>{current?.name ?? t('views')}</bdi>
          </Button>
        }
      >
        <div className={classes.views}>
          {all.map((view) =>
            editing === view.key ? (
              <NameForm
                key={view.key}
                label={t('view_name')}
                name={view.name}
                button={t('view_rename_save')}
                submit={(name) => saved.rename(view.key, name)}
                onDone={() => setEditing(null)}
              />
            ) : (
              <div key={view.key} className={classes.view}>
                <Button
                  {...(view === current ? { variant: 'light' } : { variant: 'subtle', color: 'gray' })}
                  justify="start"
                  aria-pressed={view === current}
                  {...(view === current ? { rightSection: <IconCheck size={16} stroke={2} aria-hidden /> } : {})}
                  onClick={() => open(view)}
                >
                  <bdi>{view.name}</bdi>
                </Button>
                {view.own && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={36}
                      aria-label={t('view_rename', { name: view.name })}
                      onClick={() => setEditing(view.key)}
                    >
                      <IconPencil size={16} stroke={1.75} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={36}
                      aria-label={t('view_delete', { name: view.name })}
                      onClick={() => {
                        setOpened(false)
                        setDeleting(view)
                      }}
                    >
                      <IconTrash size={16} stroke={1.75} aria-hidden />
                    </ActionIcon>
                  </>
                )}
              </div>
            ),
          )}
          <NameForm
            label={t('view_save')}
            name=""
            button={t('view_save_button')}
            submit={(name) => saved.save({ name, address: now, columns: columns === undefined ? null : [...columns] })}
            onDone={() => undefined}
          />
        </div>
      </Dropdown>
      {deleting !== null && (
        <DeleteDialog
          name={deleting.name}
          remove={() => saved.remove(deleting.key)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

interface DeleteProps {
  readonly name: string
  readonly remove: () => Promise<void>
  readonly onClose: () => void
}

/** Asks first, since a view cannot be restored. */
const DeleteDialog = ({ name, remove, onClose }: DeleteProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    if ((await submitEdit(remove)) === null) onClose()
    else setBusy(false)
  }
  return (
    <ConfirmDialog
      title={t('table_delete_title', { name })}
      confirm={t('table_delete')}
      keep={t('table_keep')}
      busy={busy}
      onConfirm={() => void send()}
      onClose={onClose}
    />
  )
}

interface NameProps {
  readonly label: string
  readonly name: string
  readonly button: string
  readonly submit: (name: string) => Promise<void>
  readonly onDone: () => void
}

/** A name and a button; a refusal of the server is shown at the field. */
const NameForm = ({ label, name, button, submit, onDone }: NameProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FieldFaults>({})
  const send = async () => {
    if (busy) return
    if (typed.trim() === '') return setFaults({ name: 'view_name_missing' })
    setBusy(true)
    const refused = await submitEdit(() => submit(typed.trim()), ['name'])
    setBusy(false)
    setFaults(refused ?? {})
    if (refused !== null) return
    setTyped('')
    onDone()
  }
  const fault = faults['name']
  return (
    <form
      className={classes.save}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextInput
        label={label}
        value={typed}
        readOnly={busy}
        maxLength={60}
        autoComplete="off"
        error={fault === undefined ? null : t(fault)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <EditButton type="submit" variant="light" loading={busy}>
        {button}
      </EditButton>
    </form>
  )
}
