{{- define "plinth.name" -}}
{{- if contains "plinth" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-plinth" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "plinth.selector" -}}
app.kubernetes.io/name: plinth
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plinth.labels" -}}
{{ include "plinth.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "plinth.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end }}

{{- define "plinth.claim" -}}
{{ .Values.data.existingClaim | default (printf "%s-data" (include "plinth.name" .)) }}
{{- end }}

{{- /* What every pod of the chart has. */ -}}
{{- define "plinth.pod" -}}
# Plinth does not speak to the cluster.
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* What every container of the chart has. */ -}}
{{- define "plinth.container" -}}
image: {{ include "plinth.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
{{- end }}

{{- define "plinth.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* A server of Plinth: call it with a dict of root, resources and jobs (on or off). */ -}}
{{- define "plinth.server" -}}
{{- include "plinth.pod" .root }}
# Longer than DRAIN_SECONDS plus the ten seconds that a server may take to end.
terminationGracePeriodSeconds: 30
containers:
  - name: plinth
    {{- include "plinth.container" .root | nindent 4 }}
    env:
      {{- include "plinth.settings" .root | nindent 6 }}
      - name: JOBS
        value: {{ .jobs | quote }}
    ports:
      - { name: http, containerPort: 3000 }
    # A start waits up to ten minutes while another one migrates.
    startupProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 5
      failureThreshold: 130
    livenessProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 2
      timeoutSeconds: 3
      failureThreshold: 2
    {{- with .resources }}
    resources:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
volumes:
  - name: data
    persistentVolumeClaim:
      claimName: {{ include "plinth.claim" .root }}
  - name: tmp
    emptyDir: {}
{{- end }}
