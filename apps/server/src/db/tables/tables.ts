import type { IdentityTables } from '../../identity/table.ts';
import type { LessonTable } from './lesson-table.ts';
import type { MailTable, NewsMarkTable, NewsTable } from './news-tables.ts';
import type {
  InstallationTable,
  JobTable,
  OrganizationTable,
  OrganizationUserTable,
  RecentChangeTable,
  SignatureDelegationTable,
  UnusedFolderTable,
  ViewTable,
} from './organization-tables.ts';
import type {
  OptimizationLineTable,
  OptimizationProjectTable,
  OptimizationTable,
  ScenarioTable,
} from './plan-tables.ts';
import type { PriceFileContentTable, PriceFileTable, PriceTemplateTable } from './price-tables.ts';
import type {
  ActivityLineTable,
  ActivityPartTable,
  ActivityTable,
  DepartedLineTable,
  DiscountChangeTable,
  DiscountTable,
  PhaseApprovalLineTable,
  PhaseApprovalTable,
  PhaseDecisionTable,
  PhaseForecastTable,
  ProjectGroupTable,
  ProjectTable,
  SerieTable,
  UnfinishedActTable,
  ValidatedDiscountTable,
} from './project-tables.ts';
import type { RuleLineTable, RuleSetTable, RuleTable, RuleVersionTable } from './rule-tables.ts';
import type {
  ControlTotalTable,
  FileMappingTable,
  ImportTable,
  QualityDecisionTable,
  WarehouseVersionTable,
} from './warehouse-tables.ts';

export interface Tables extends IdentityTables {
  organization: OrganizationTable;
  installation: InstallationTable;
  unused_folder: UnusedFolderTable;
  organization_user: OrganizationUserTable;
  project: ProjectTable;
  project_group: ProjectGroupTable;
  discount: DiscountTable;
  discount_change: DiscountChangeTable;
  activity: ActivityTable;
  activity_line: ActivityLineTable;
  activity_part: ActivityPartTable;
  departed_line: DepartedLineTable;
  recent_change: RecentChangeTable;
  view: ViewTable;
  scenario: ScenarioTable;
  job: JobTable;
  import: ImportTable;
  warehouse_version: WarehouseVersionTable;
  control_total: ControlTotalTable;
  quality_decision: QualityDecisionTable;
  file_mapping: FileMappingTable;
  optimization: OptimizationTable;
  optimization_project: OptimizationProjectTable;
  optimization_line: OptimizationLineTable;
  phase_forecast: PhaseForecastTable;
  phase_decision: PhaseDecisionTable;
  phase_approval: PhaseApprovalTable;
  phase_approval_line: PhaseApprovalLineTable;
  signature_delegation: SignatureDelegationTable;
  serie: SerieTable;
  unfinished_act: UnfinishedActTable;
  validated_discount: ValidatedDiscountTable;
  price_file: PriceFileTable;
  price_file_content: PriceFileContentTable;
  price_template: PriceTemplateTable;
  rule: RuleTable;
  rule_line: RuleLineTable;
  rule_version: RuleVersionTable;
  rule_set: RuleSetTable;
  lesson: LessonTable;
  news: NewsTable;
  news_mark: NewsMarkTable;
  mail: MailTable;
}
