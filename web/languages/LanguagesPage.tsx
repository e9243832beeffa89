import { languageSorts, languagesCalls } from '@remis/domain/backoffice/backoffice-routes'
import { checkLanguageEntry } from '@remis/domain/backoffice/language-checks'
import type { ManagedLanguage } from '@remis/domain/backoffice/languages-api'
import { IconStar } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { EditableList } from '../platform/list/EditableList.tsx'
import { useDemo } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { languagesQuery } from '../platform/i18n.ts'
import type { FormField } from '../ui/form/form-fields.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { JsonDialog } from './JsonDialog.tsx'

const languageList = {
  key: ['office-languages'],
  endpoint: languagesCalls.listAll,
  file: languagesCalls.export,
  sorts: languageSorts,
  usual: { sort: 'langName', desc: false },
  filters: {},
} as const

/** The selector of this page offers what the table has. */
const andSelector = async (sent: Promise<unknown>): Promise<void> => {
  await sent
  await queryClient.invalidateQueries({ queryKey: languagesQuery.queryKey })
}

/** `/languagesetting`: the table of languages with add, edit, delete, make default and JSON [languages-7]. */
export const LanguagesPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const demo = useDemo()
  const [json, setJson] = useState<ManagedLanguage | null>(null)
  const fields: FormField<ManagedLanguage>[] = [
    { name: 'langName', kind: 'text', required: true, most: 60 },
    {
      name: 'langLocale',
      kind: 'text',
      required: true,
      most: 35,
      hint: t('langLocale_hint'),
      // [design/languages-7]
      fixed: t('langLocale_fixed'),
    },
    { name: 'dateLocale', kind: 'text', required: true, most: 35, hint: t('dateLocale_hint') },
  ]
  const chip = <StateChip tone="good" icon={IconStar} label={t('language_default')} />
  return (
    <>
      <EditableList
        name="office-languages"
        list={useList(languageList)}
        title={t('title_languages')}
        searchLabel={t('languages_search')}
        addLabel={t('languages_add')}
        empty={{ title: t('no_languages_available'), hint: t('languages_none_hint') }}
        columns={[
          { id: 'langName', cell: (row: ManagedLanguage) => <bdi lang={row.langLocale}>{row.langName}</bdi> },
          { id: 'langLocale', kind: 'text' },
          { id: 'dateLocale', kind: 'text' },
          { id: 'default', header: t('language_default'), cell: (row: ManagedLanguage) => row.default && chip },
          { id: 'createdAt', header: t('language_created'), kind: 'time', quiet: true },
        ]}
        fields={fields}
        nameOf={(row) => row.langName}
        newEntry={{}}
        check={checkLanguageEntry}
        faultText={(field) => t(`language_wrong_${field as 'langName'}`)}
        create={(body, press) => andSelector(call(languagesCalls.create, { body }, press))}
        update={(id, body, version, press) =>
          andSelector(call(languagesCalls.update, { params: { id }, body: { ...body, version } }, press))
        }
        remove={(id, press) => andSelector(call(languagesCalls.remove, { params: { id } }, press))}
        // [languages-11]
        keptBy={(row) => (row.default ? 'cannot_delete_default_language' : null)}
        removeLead={t('languages_delete_lead')}
        demo={demo ? {} : undefined}
        more={(row, act) => [
          {
            id: 'default',
            label: t('language_make_default'),
            name: ({ langName }) => `${t('language_make_default')}: ${langName}`,
            // [languages-9]
            disabled: row.default,
            run: ({ id }) => act(() => andSelector(call(languagesCalls.makeDefault, { params: { id } }))),
          },
          {
            id: 'texts',
            reads: true,
            label: t('language_texts'),
            // The name starts with the visible label, which speech input needs (WCAG 2.5.3): translations may inflect
            // it.
            name: ({ langName }) => `${t('language_texts')}: ${langName}`,
            run: ({ id }) => void navigate({ to: paths.languageTexts(id) }),
          },
          {
            id: 'json',
            reads: true,
            label: t('language_json'),
            name: ({ langName }) => t('language_json_one', { name: langName }),
            run: setJson,
          },
        ]}
      />
      {json !== null && <JsonDialog id={json.id} onClose={() => setJson(null)} />}
    </>
  )
}
