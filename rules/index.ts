// Generated from the files of this folder by `npm run generate`.
import type { Rule } from '../server/core/engine/rule.ts';
import alertBlindSpot from './alert-blind-spot.ts';
import alertOnGoodNews from './alert-on-good-news.ts';
import alertWithoutChange from './alert-without-change.ts';
import badKey from './bad-key.ts';
import constantAlertCondition from './constant-alert-condition.ts';
import credentialInPlainText from './credential-in-plain-text.ts';
import customSttWithoutConfig from './custom-stt-without-config.ts';
import duplicateKey from './duplicate-key.ts';
import endlessLoop from './endless-loop.ts';
import endpointingBelowMinimum from './endpointing-below-minimum.ts';
import fallbackVoiceRepeated from './fallback-voice-repeated.ts';
import fallbackVoiceSameProvider from './fallback-voice-same-provider.ts';
import filterOfOtherMetric from './filter-of-other-metric.ts';
import fractionForPercent from './fraction-for-percent.ts';
import ignoredSetting from './ignored-setting.ts';
import invalidJson from './invalid-json.ts';
import lostPrecision from './lost-precision.ts';
import malformedUrl from './malformed-url.ts';
import malformedValue from './malformed-value.ts';
import missingField from './missing-field.ts';
import missingStartNode from './missing-start-node.ts';
import multiInLanguageList from './multi-in-language-list.ts';
import outOfRange from './out-of-range.ts';
import relativeToZero from './relative-to-zero.ts';
import repeatedId from './repeated-id.ts';
import repeatedItem from './repeated-item.ts';
import repeatedLocale from './repeated-locale.ts';
import retiredVoiceModel from './retired-voice-model.ts';
import tooManyItems from './too-many-items.ts';
import unencryptedUrl from './unencrypted-url.ts';
import unknownAnalysisField from './unknown-analysis-field.ts';
import unknownComponent from './unknown-component.ts';
import unknownLocale from './unknown-locale.ts';
import unknownMcpServer from './unknown-mcp-server.ts';
import unknownNode from './unknown-node.ts';
import unknownState from './unknown-state.ts';
import unknownTimezone from './unknown-timezone.ts';
import unknownTool from './unknown-tool.ts';
import unknownValue from './unknown-value.ts';
import unnotifiedAlert from './unnotified-alert.ts';
import unreachableNode from './unreachable-node.ts';
import unreachableUrl from './unreachable-url.ts';
import unsupportedVoiceSetting from './unsupported-voice-setting.ts';
import vocabularyOfOtherLanguage from './vocabulary-of-other-language.ts';
import voiceModelOfOtherProvider from './voice-model-of-other-provider.ts';
import wrongLength from './wrong-length.ts';
import wrongType from './wrong-type.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  alertBlindSpot,
  alertOnGoodNews,
  alertWithoutChange,
  badKey,
  constantAlertCondition,
  credentialInPlainText,
  customSttWithoutConfig,
  duplicateKey,
  endlessLoop,
  endpointingBelowMinimum,
  fallbackVoiceRepeated,
  fallbackVoiceSameProvider,
  filterOfOtherMetric,
  fractionForPercent,
  ignoredSetting,
  invalidJson,
  lostPrecision,
  malformedUrl,
  malformedValue,
  missingField,
  missingStartNode,
  multiInLanguageList,
  outOfRange,
  relativeToZero,
  repeatedId,
  repeatedItem,
  repeatedLocale,
  retiredVoiceModel,
  tooManyItems,
  unencryptedUrl,
  unknownAnalysisField,
  unknownComponent,
  unknownLocale,
  unknownMcpServer,
  unknownNode,
  unknownState,
  unknownTimezone,
  unknownTool,
  unknownValue,
  unnotifiedAlert,
  unreachableNode,
  unreachableUrl,
  unsupportedVoiceSetting,
  vocabularyOfOtherLanguage,
  voiceModelOfOtherProvider,
  wrongLength,
  wrongType,
];
