import { countOf, french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import {
  asksCurrency,
  columnsOfKind,
  type FileChoice,
  type ImportKind,
  type Inspection,
  kindLabels,
  missingColumns,
  withKind,
} from '../model/columns.ts';
import { CURRENCY_OPTIONS } from '../model/currencies.ts';
import styles from './file-mapping.module.css';
import { HeadingLines } from './heading-lines.tsx';
import tables from './import-table.module.css';

const typeLabels = { string: 'texte', number: 'nombre', date: 'date' } as const;
const kinds = Object.keys(kindLabels) as ImportKind[];

export interface FileMappingProps {
  file: Inspection;
  choice: FileChoice;
  /** A mapping file decides: shown, not changed. */
  fixed: boolean;
  onChange: (choice: FileChoice) => void;
  /** Reads the file again under the headings of a line. */
  onHeadingRow: (line: number) => void;
}

/** The columns of one file and what each is taken for; of a file that cannot be read, why. */
export function FileMapping(props: FileMappingProps) {
  const { file } = props;
  if (file.headings.length > 0) return <Columns {...props} />;
  return (
    <Card title={file.name} note="ne sera pas importé">
      <p className={`${styles.problem} negative`}>
        <Icon name="warning" /> {french(`Ce fichier ne peut pas être lu : ${file.problem ?? 'il est vide'}.`)}
      </p>
    </Card>
  );
}

function Columns({ file, choice, fixed, onChange, onHeadingRow }: FileMappingProps) {
  const recognised = Object.values(choice.columns).filter((column) => column !== '').length;
  const missing = fixed ? [] : missingColumns(choice);
  return (
    <Card
      title={file.name}
      note={`${recognised} sur ${countOf(file.headings.length, 'colonne reconnue', 'colonnes reconnues')}`}
      tools={
        <>
          {file.preset !== null && <Tag tone="good">{file.preset}</Tag>}
          {file.remembered && <Tag tone="good">Colonnes du dernier import de ce format</Tag>}
          {file.kinds.slice(1).map((kind) => (
            <Tag key={kind}>et {kindLabels[kind].toLocaleLowerCase('fr-FR')}</Tag>
          ))}
          {!fixed && asksCurrency(choice) && (
            <SelectField
              label={`Devise des montants de ${file.name}`}
              hideLabel
              small
              value={choice.currency}
              onChange={(currency) => onChange({ ...choice, currency })}
              options={[{ value: '', label: 'Devise reconnue' }, ...CURRENCY_OPTIONS]}
            />
          )}
          <SelectField
            label={`Contenu de ${file.name}`}
            hideLabel
            small
            disabled={fixed}
            value={choice.kind}
            onChange={(kind) => onChange(withKind(choice, kind))}
            options={[
              { value: '', label: 'Contenu inconnu' },
              ...kinds.map((value) => ({ value, label: kindLabels[value] })),
            ]}
          />
        </>
      }
    >
      {file.problem && choice.kind === '' && (
        <p className={`${styles.problem} negative`}>
          <Icon name="warning" />{' '}
          {french(
            `Ce fichier ne sera pas importé : ${file.problem}. Dites ce qu’il contient pour l’importer.`,
          )}
        </p>
      )}
      {missing.length > 0 && (
        <p className={`${styles.problem} attention`}>
          <Icon name="warning" />{' '}
          {french(`Il manque : ${missing.join(', ')}. Désignez la colonne qui le porte.`)}
        </p>
      )}
      <div className={tables.scroll}>
        <Table className={styles.mapping}>
          <TableHead
            titles={['Colonne du fichier', 'Exemple', { hidden: 'devient' }, 'Champ Palier', 'Lu comme']}
          />
          <tbody>
            {file.headings.map((heading) => (
              <HeadingRow
                key={heading.heading}
                heading={heading}
                choice={choice}
                fixed={fixed}
                onChange={onChange}
              />
            ))}
          </tbody>
        </Table>
      </div>
      {file.head.length > 0 ? (
        <HeadingLines file={file} onChoose={fixed ? null : onHeadingRow} />
      ) : (
        file.preview.length > 0 && <Preview file={file} choice={choice} />
      )}
    </Card>
  );
}

/** The first rows of a file as they were read, under its own headings and what they become. */
function Preview({ file, choice }: Pick<FileMappingProps, 'file' | 'choice'>) {
  const known = choice.kind === '' ? [] : columnsOfKind[choice.kind];
  const label = (heading: string) =>
    known.find(([column]) => column === choice.columns[heading])?.[1] ?? 'Non importé';
  return (
    <details className={styles.preview}>
      <summary>{countOf(file.preview.length, 'première ligne', 'premières lignes')} du fichier</summary>
      <div className={tables.scroll}>
        <Table className={tables.table}>
          <thead>
            <tr>
              {file.headings.map(({ heading }) => (
                <th key={heading} scope="col" title={label(heading)}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.preview.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity but their place
              <tr key={line}>
                {file.headings.map(({ heading, type }, index) => (
                  <td key={heading} className={type === 'number' ? 'figure' : undefined}>
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}

function HeadingRow({
  heading,
  choice,
  fixed,
  onChange,
}: Pick<FileMappingProps, 'choice' | 'fixed' | 'onChange'> & { heading: Inspection['headings'][number] }) {
  const column = choice.columns[heading.heading] ?? '';
  const known = choice.kind === '' ? [] : columnsOfKind[choice.kind];
  const options = known.map(([value, label, required]) => ({
    value,
    label: required ? `${label} (nécessaire)` : label,
  }));
  const listed = column === '' || options.some((option) => option.value === column);
  return (
    <tr className={column === '' ? styles.ignored : undefined}>
      <th scope="row">{heading.heading}</th>
      <td className="muted">{heading.examples.slice(0, 2).join(' · ') || '-'}</td>
      <td className="muted">
        <Icon name="arrow-right" size={14} />
      </td>
      <td>
        <SelectField
          label={`Champ Palier pour ${heading.heading}`}
          hideLabel
          disabled={fixed}
          value={column}
          onChange={(value) =>
            onChange({ ...choice, columns: { ...choice.columns, [heading.heading]: value } })
          }
          options={[
            { value: '', label: choice.kind === 'items' ? 'Garder comme attribut' : 'Ne pas importer' },
            ...options,
            ...(listed ? [] : [{ value: column, label: column }]),
          ]}
        />
      </td>
      <td className="muted">{typeLabels[heading.type]}</td>
    </tr>
  );
}
